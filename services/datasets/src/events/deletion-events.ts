import { newEvent } from '@assay/chassis/events/event';
import type { EventContext, OutboxEntry } from '@assay/chassis/events/event';
import { DatasetDeleted } from '@assay/proto/datasets/v1/dataset_events';

/** Builds the event of a deletion, for the first time or again. */
export function datasetDeleted(
  { id: datasetId, organizationId }: { readonly id: string; readonly organizationId: string },
  occurredAt: Date,
  call?: EventContext['call'],
): OutboxEntry {
  return newEvent(DatasetDeleted, { datasetId, organizationId }, { organizationId, occurredAt, call });
}
