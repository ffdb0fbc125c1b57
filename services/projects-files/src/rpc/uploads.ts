import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { UploadsServiceService } from '@assay/proto/files/v1/uploads_service';
import type { Deps } from '../deps.ts';
import { completeUpload } from '../domain/resumable-upload/complete-upload.ts';
import { createUpload } from '../domain/resumable-upload/create-upload.ts';
import { abortUpload } from '../domain/resumable-upload/end-upload.ts';
import { getUpload } from '../domain/resumable-upload/get-upload.ts';
import { toFileMessage } from './file-message.ts';
import { readNewUpload, toUploadResponse } from './upload-message.ts';

export const uploadsRpcs: Rpcs<Deps, typeof UploadsServiceService> = {
  createUpload: async (deps, call, request) =>
    toUploadResponse(
      deps,
      { upload: await createUpload(deps, call, readNewUpload(request)), parts: [] },
      request,
    ),
  getUpload: async (deps, call, request) =>
    toUploadResponse(deps, await getUpload(deps, call, request), request),
  completeUpload: async (deps, call, request) => ({
    file: toFileMessage(await completeUpload(deps, call, request)),
  }),
  abortUpload: (deps, call, request) => abortUpload(deps, call, request).then(() => ({})),
};
