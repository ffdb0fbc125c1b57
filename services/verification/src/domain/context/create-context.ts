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
    ...{ id: newIdFor(call), organizationId: call.organizationId, projectId },
    ...{ name: name.trim(), description, data: kept, revision: 0 },
    ...{ createdAt: now, updatedAt: now },
  };
  if (await contexts.insert(context)) return context;
  // Stored by an earlier attempt at the same operation, which died before it could say so.
  const existing = await contexts.find(call.organizationId, { projectId, contextId: context.id });
  if (existing === undefined) throw new Error(`context ${context.id} exists and cannot be read`);
  return existing;
}
