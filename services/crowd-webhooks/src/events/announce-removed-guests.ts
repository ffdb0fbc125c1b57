import { broadcast } from '@assay/chassis/events/broadcast';
import type { EventConnection } from '@assay/chassis/events/connection';
import { GuestsRemoved } from '@assay/proto/crowd/v1/guests_service';

/** Lets all gateways forget the guests of jobs. A gateway that misses it forgets them when its cache expires. */
export type AnnounceRemoved = (jobIds: readonly string[]) => void;

export function createAnnounceRemoved(events: EventConnection): AnnounceRemoved {
  return (jobIds) => {
    if (jobIds.length > 0) broadcast(events, GuestsRemoved, { jobIds: [...jobIds] });
  };
}
