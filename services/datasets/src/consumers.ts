import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import { onCleaningUnitRequested } from './consumers/on-cleaning-unit-requested.ts';
import type { WorkingDeps } from './consumers/on-cleaning-unit-requested.ts';
import { onDatasetDeleted } from './consumers/on-dataset-deleted.ts';
import { onDatasetUploadOverdue } from './consumers/on-dataset-upload-overdue.ts';
import { onFileRunRequested } from './consumers/on-file-run-requested.ts';
import type { RunWorkingDeps } from './consumers/on-file-run-requested.ts';
import { onProjectDeleted } from './consumers/on-project-deleted.ts';
import { onEnrichmentUnitRequested } from './consumers/on-enrichment-unit-requested.ts';
import type { Deps } from './deps.ts';

export const consumers: readonly ConsumerDefinition<Deps & WorkingDeps & RunWorkingDeps>[] = [
  onCleaningUnitRequested,
  onEnrichmentUnitRequested,
  onDatasetUploadOverdue,
  onDatasetDeleted,
  onFileRunRequested,
  onProjectDeleted,
];
