import { consumes } from '@assay/chassis/events/consumer';
import { DatasetVersionCompleted } from '@assay/proto/datasets/v1/dataset_events';
import type { Deps } from '../deps.ts';
import { datasetVersionCompleted } from '../domain/event/build-events.ts';
import { receiveEvent } from '../domain/event/receive-event.ts';

export const onDatasetVersionCompleted = consumes<Deps, DatasetVersionCompleted>({
  message: DatasetVersionCompleted,
  requires: ['versionId', 'organizationId'],
  handle: (deps, event) => receiveEvent(deps, datasetVersionCompleted(event, event.value)),
});
