import { broadcast } from '@assay/chassis/events/broadcast';
import type { EventConnection } from '@assay/chassis/events/connection';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';

/** Reaches whoever is connected now; what misses it outlives the change by no more than a cached principal lives. */
export function credentialsInvalidated(
  events: EventConnection,
  stale: Partial<CredentialsInvalidated>,
): void {
  broadcast(events, CredentialsInvalidated, CredentialsInvalidated.fromPartial(stale));
}
