import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { PageOf } from '@assay/chassis/pagination';
import { Modality } from '@assay/proto/datasets/v1/dataset';
import type { Dataset as DatasetMessage } from '@assay/proto/datasets/v1/dataset';
import type { ListDatasetsResponse, UpdateDatasetRequest } from '@assay/proto/datasets/v1/datasets_service';
import type { Dataset, DatasetChanges } from '../domain/dataset/dataset.ts';

export const modalities = createEnumCodec(Modality);

export function toDatasetMessage(dataset: Dataset): DatasetMessage {
  return { ...dataset, modality: modalities.toMessage(dataset.modality) };
}

export function toListDatasetsResponse({ items, ...facts }: PageOf<Dataset>): ListDatasetsResponse {
  return { datasets: items.map(toDatasetMessage), ...facts };
}

/** INVALID_ARGUMENT for a field that cannot be changed. */
export function readDatasetChanges(request: UpdateDatasetRequest): DatasetChanges {
  return readChanges<UpdateDatasetRequest, DatasetChanges>(request, {
    name: ({ name }) => ({ name }),
    description: ({ description }) => ({ description }),
  });
}
