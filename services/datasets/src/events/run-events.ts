import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { FileRunRequested } from '@assay/proto/datasets/v1/dataset_events';
import type { Run } from '../domain/run/run.ts';

/** Builds the work token of a run on files. */
export function fileRunRequested(
  { id: runId, organizationId }: Pick<Run, 'id' | 'organizationId'>,
  occurredAt: Date,
): OutboxEntry {
  return newEvent(FileRunRequested, { runId, organizationId }, { organizationId, occurredAt });
}
