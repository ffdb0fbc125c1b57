import type { Clock } from '@assay/chassis/clock';
import { broadcast } from '@assay/chassis/events/broadcast';
import type { EventConnection } from '@assay/chassis/events/connection';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import type { InvalidationStore } from '../store/invalidation-store.ts';

export type InvalidateCredentials = (stale: Partial<Omit<CredentialsInvalidated, 'at'>>) => Promise<void>;

export interface InvalidateDeps {
  readonly clock: Clock;
  readonly events: EventConnection;
  readonly invalidations: Pick<InvalidationStore, 'insert'>;
}

/** Tells the processes connected now, and keeps it for those that are not. */
export function createInvalidate({ clock, events, invalidations }: InvalidateDeps): InvalidateCredentials {
  return async (stale) => {
    const at = clock.now();
    const { credentialIds, userIds, organizationIds } = CredentialsInvalidated.fromPartial(stale);
    const invalidated = { credentialIds, userIds, organizationIds, at };
    broadcast(events, CredentialsInvalidated, invalidated);
    await invalidations.insert(invalidated);
  };
}
