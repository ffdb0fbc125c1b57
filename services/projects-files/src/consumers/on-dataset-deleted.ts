import { consumes } from '@assay/chassis/events/consumer';
import { DatasetDeleted } from '@assay/proto/datasets/v1/dataset_events';
import type { Deps } from '../deps.ts';
import { removeDataset } from '../domain/dataset-file/remove-dataset.ts';

export const onDatasetDeleted = consumes<Deps, DatasetDeleted>({
  message: DatasetDeleted,
  requires: ['datasetId', 'organizationId'],
  handle: (deps, { value }) => removeDataset(deps, value),
});
