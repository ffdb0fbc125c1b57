import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import {
  CleaningUnitRequested,
  DatasetVersionCompleted,
  EnrichmentUnitRequested,
} from '@assay/proto/datasets/v1/dataset_events';
import type { Unit } from '../domain/job/unit.ts';
import type { Version, VersionState } from '../domain/version/version.ts';

/** Builds the work token of a unit. */
export function unitRequested(
  { id: unitId, organizationId, work }: Pick<Unit, 'id' | 'organizationId' | 'work'>,
  occurredAt: Date,
): OutboxEntry {
  const type = work === 'clean' ? CleaningUnitRequested : EnrichmentUnitRequested;
  return newEvent(type, { unitId, organizationId }, { organizationId, occurredAt });
}

/** Builds the event of a job that ended. All events of one version have the same id. */
export function versionCompleted(
  { id: versionId, organizationId, datasetId }: Pick<Version, 'id' | 'organizationId' | 'datasetId'>,
  state: VersionState,
  occurredAt: Date,
): OutboxEntry {
  const value = { organizationId, datasetId, versionId, state };
  return newEvent(DatasetVersionCompleted, value, { organizationId, occurredAt, identity: versionId });
}
