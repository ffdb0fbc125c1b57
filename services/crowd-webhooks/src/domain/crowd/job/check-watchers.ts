import { createServiceCall } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';

/** NOT_FOUND for a watcher who is no member of the caller's organization. */
export async function checkWatchers(
  { contacts }: Pick<Deps, 'contacts'>,
  { organizationId, requestId }: CallContext,
  watcherIds: readonly string[],
): Promise<void> {
  const call = createServiceCall('crowd-webhooks', organizationId, requestId);
  const known = await Promise.all(watcherIds.map((userId) => contacts.isMember(call, userId)));
  if (!known.includes(false)) return;
  throw new DomainError(
    'NOT_FOUND',
    'MEMBER_NOT_FOUND',
    'A watcher is no member of the organization. Check the ids in `watcherIds`.',
    { details: { field: 'watcherIds' } },
  );
}
