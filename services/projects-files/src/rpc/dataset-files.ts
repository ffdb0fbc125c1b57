import { DomainError } from '@assay/chassis/errors';
import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { DatasetFilesServiceService } from '@assay/proto/files/v1/dataset_files_service';
import type { Deps } from '../deps.ts';
import { acceptUpload } from '../domain/dataset-upload/accept-upload.ts';
import { discardUpload } from '../domain/dataset-upload/discard-upload.ts';
import { finishUpload } from '../domain/dataset-upload/finish-upload.ts';
import { toDatasetUploadMessage } from './dataset-upload-message.ts';
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
  copyFiles: notServed,
  addDerivedFiles: notServed,
  getDatasetFiles: async ({ datasetFiles }, { organizationId }, { fileIds }) => ({
    files: (await datasetFiles.findMany(organizationId, fileIds)).map(toFileMessage),
  }),
  enrichDatasetFiles: notServed,
  unlistDatasetFiles: notServed,
  removeDatasetFiles: notServed,
};

function notServed(): Promise<never> {
  return Promise.reject(new DomainError('UNIMPLEMENTED', 'UNIMPLEMENTED', 'The call is not served yet.'));
}
