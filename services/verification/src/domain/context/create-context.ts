import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { dataOf } from './verification-context.ts';
import type { ContextContent, VerificationContext } from './verification-context.ts';

/** Stores a context. Errors as CreateContext says. */
export async function createContext(
  { contexts, projectFiles, clock }: Pick<Deps, 'contexts' | 'projectFiles' | 'clock'>,
  call: CallContext,
  { projectId, name, description, data }: ContextContent & { readonly projectId: string },
): Promise<VerificationContext> {
  const kept = dataOf({}, data);
  await projectFiles.checkProject(call, projectId);
  const now = clock.now();
  const context: VerificationContext = {
    id: newIdFor(call),
    organizationId: call.organizationId,
    projectId,
    name: name.trim(),
    description,
    data: kept,
    revision: 0,
    createdAt: now,
    updatedAt: now,
  };
  return contexts.insert(context);
}
