import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { getContext } from './get-context.ts';
import { dataOf } from './verification-context.ts';
import type { ContextChanges, ContextRef, VerificationContext } from './verification-context.ts';

/** Changes a context; of two changes at once of different claims both hold. Errors as UpdateContext says. */
export async function updateContext(
  deps: Pick<Deps, 'contexts' | 'clock'>,
  call: CallContext,
  { changes, ...ref }: ContextRef & { readonly changes: ContextChanges },
): Promise<VerificationContext> {
  return retryOnConflict(async () => {
    const before = await getContext(deps, call, ref);
    if (Object.keys(changes).length === 0) return before;
    const changed = applyTo(before, changes, deps.clock.now());
    return (await deps.contexts.replace(before, changed)) && changed;
  });
}

/** Deletes a context. NOT_FOUND for one that is not there. */
export async function deleteContext(
  { contexts }: Pick<Deps, 'contexts'>,
  { organizationId }: CallContext,
  ref: ContextRef,
): Promise<void> {
  if (!(await contexts.remove(organizationId, ref))) throw notFound('verification context');
}

function applyTo(before: VerificationContext, changes: ContextChanges, now: Date): VerificationContext {
  const { name = before.name, data, ...plain } = changes;
  const kept = data === undefined ? before.data : dataOf(before.data, data);
  const { revision } = before;
  return { ...before, ...plain, name: name.trim(), data: kept, revision: revision + 1, updatedAt: now };
}
