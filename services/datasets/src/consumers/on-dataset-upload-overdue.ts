import { consumes } from '@assay/chassis/events/consumer';
import { DatasetUploadOverdue } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { settleUpload } from '../domain/upload/settle-upload.ts';

export const onDatasetUploadOverdue = consumes<Deps, DatasetUploadOverdue>({
  message: DatasetUploadOverdue,
  handle: (deps, { value }) => settleUpload(deps, value),
});
