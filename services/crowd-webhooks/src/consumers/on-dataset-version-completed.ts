import { consumes } from '@assay/chassis/events/consumer';
import { DatasetVersionCompleted } from '@assay/proto/datasets/v1/dataset_events';
import type { Deps } from '../deps.ts';
import { datasetVersionCompleted } from '../domain/webhooks/event/build-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

export const onDatasetVersionCompleted = consumes<Deps, DatasetVersionCompleted>({
  message: DatasetVersionCompleted,
  concurrency: intakeConcurrency,
  requires: ['versionId', 'organizationId'],
  handle: (deps, event) => deps.intake.add(datasetVersionCompleted(event, event.value)),
});
