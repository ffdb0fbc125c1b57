import { broadcast } from '@assay/chassis/events/broadcast';
import type { EventConnection } from '@assay/chassis/events/connection';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';

/** Reaches the processes connected now. A process that misses it forgets a cached principal within seconds anyway. */
export function credentialsInvalidated(
  events: EventConnection,
  stale: Partial<CredentialsInvalidated>,
): void {
  broadcast(events, CredentialsInvalidated, CredentialsInvalidated.fromPartial(stale));
}
