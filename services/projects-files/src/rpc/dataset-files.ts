import { DomainError } from '@assay/chassis/errors';
import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { DatasetFilesServiceService } from '@assay/proto/files/v1/dataset_files_service';
import type { Deps } from '../deps.ts';
import { enrichDatasetFiles } from '../domain/dataset-file/enrich-dataset-files.ts';
import { removeDatasetFiles } from '../domain/dataset-file/remove-dataset-files.ts';
import { acceptUpload } from '../domain/dataset-upload/accept-upload.ts';
import { discardUpload } from '../domain/dataset-upload/discard-upload.ts';
import { finishUpload } from '../domain/dataset-upload/finish-upload.ts';
import { addDerivedFiles } from '../domain/derived-object/add-derived-files.ts';
import { readDataset, toDatasetUploadMessage } from './dataset-upload-message.ts';
import { toFileMessage } from './file-message.ts';

export const datasetFilesRpcs: Rpcs<Deps, typeof DatasetFilesServiceService> = {
  acceptUpload: async (deps, call, request) => ({
    upload: toDatasetUploadMessage(await acceptUpload(deps, call, request)),
  }),
  finishUpload: async (deps, { organizationId }, { uploadId: id }) => {
    await finishUpload(deps, { organizationId, id });
    return {};
  },
  discardUpload: async (deps, { organizationId }, { uploadId: id }) => {
    await discardUpload(deps, { organizationId, id });
    return {};
  },
  copyFiles: () =>
    Promise.reject(new DomainError('UNIMPLEMENTED', 'UNIMPLEMENTED', 'The call is not served yet.')),
  addDerivedFiles: async (deps, call, { dataset, uploaderId, files }) => ({
    files: (
      await addDerivedFiles(deps, call, { dataset: readDataset('dataset', dataset), uploaderId, files })
    ).map(toFileMessage),
  }),
  getDatasetFiles: async ({ datasetFiles }, { organizationId }, { fileIds }) => ({
    files: (await datasetFiles.findMany(organizationId, fileIds)).map(toFileMessage),
  }),
  enrichDatasetFiles: async (deps, call, { fileIds }) => ({
    files: (await enrichDatasetFiles(deps, call, fileIds)).map(toFileMessage),
  }),
  unlistDatasetFiles: async ({ datasetFiles }, { organizationId }, { datasetId, fileIds }) => {
    await datasetFiles.unlist(organizationId, datasetId, fileIds);
    return {};
  },
  removeDatasetFiles: async (deps, { organizationId }, { datasetId, fileIds }) => {
    await removeDatasetFiles(deps, { organizationId, datasetId, fileIds });
    return {};
  },
};
