import { declareStream } from '@assay/chassis/events/streams';
import { days } from '@assay/chassis/units';
import {
  CleaningUnitRequested,
  DatasetDeleted,
  DatasetVersionCompleted,
  EnrichmentUnitRequested,
  FileRunRequested,
} from '@assay/proto/datasets/v1/dataset_events';

/** Changes of datasets, for other services. */
export const datasetStream = declareStream({
  messages: [DatasetVersionCompleted, DatasetDeleted],
  retention: 'limits',
  maxAgeMs: days(7),
});

/** Units of jobs that wait for a worker. */
export const datasetWorkStream = declareStream({
  messages: [CleaningUnitRequested, EnrichmentUnitRequested, FileRunRequested],
  retention: 'workqueue',
  maxAgeMs: days(30),
});
