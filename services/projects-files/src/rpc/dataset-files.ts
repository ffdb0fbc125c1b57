import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { DatasetFilesServiceService } from '@assay/proto/files/v1/dataset_files_service';
import type { Deps } from '../deps.ts';
import { enrichDatasetFiles } from '../domain/dataset-file/enrich-dataset-files.ts';
import { removeDatasetFiles } from '../domain/dataset-file/remove-dataset-files.ts';
import { acceptUpload } from '../domain/dataset-upload/accept-upload.ts';
import { discardUpload } from '../domain/dataset-upload/discard-upload.ts';
import { finishUpload } from '../domain/dataset-upload/finish-upload.ts';
import { copyFiles } from '../domain/dataset-file/copy-files.ts';
import { addProjectFiles } from '../domain/dataset-upload/add-project-files.ts';
import { addDerivedFiles } from '../domain/derived-object/add-derived-files.ts';
import { readDataset, readTarget, toDatasetUploadMessage } from './dataset-upload-message.ts';
import { toFileMessage } from './file-message.ts';

export const datasetFilesRpcs: Rpcs<Deps, typeof DatasetFilesServiceService> = {
  acceptUpload: async (deps, call, request) => ({
    upload: toDatasetUploadMessage(await acceptUpload(deps, call, request)),
  }),
  finishUpload: (deps, { organizationId }, { uploadId: id }) =>
    finishUpload(deps, { organizationId, id }).then(() => ({})),
  discardUpload: (deps, { organizationId }, { uploadId: id }) =>
    discardUpload(deps, { organizationId, id }).then(() => ({})),
  copyFiles: async (deps, call, { uploaderId, fileIds, operationId, ...target }) => ({
    upload: toDatasetUploadMessage(
      await copyFiles(deps, call, { uploaderId, fileIds, operationId, target: readTarget(target) }),
    ),
  }),
  addDerivedFiles: async (deps, call, { dataset, uploaderId, files, projectId }) => ({
    files: (projectId === undefined
      ? await addDerivedFiles(deps, call, { dataset: readDataset('dataset', dataset), uploaderId, files })
      : await addProjectFiles(deps, call, { projectId, uploaderId, files })
    ).map(toFileMessage),
  }),
  getDatasetFiles: async ({ datasetFiles }, { organizationId }, { fileIds }) => ({
    files: (await datasetFiles.findMany(organizationId, fileIds)).map(toFileMessage),
  }),
  enrichDatasetFiles: async (deps, call, { fileIds }) => ({
    files: (await enrichDatasetFiles(deps, call, fileIds)).map(toFileMessage),
  }),
  unlistDatasetFiles: ({ datasetFiles }, { organizationId }, { datasetId, fileIds }) =>
    datasetFiles.unlist(organizationId, datasetId, fileIds).then(() => ({})),
  removeDatasetFiles: (deps, { organizationId }, { datasetId, fileIds }) =>
    removeDatasetFiles(deps, { organizationId, datasetId, fileIds }).then(() => ({})),
};
