import { consumes } from '@assay/chassis/events/consumer';
import { FileDeleted } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { removeFile } from '../domain/deletion/remove-file.ts';

export const onFileDeleted = consumes<Deps, FileDeleted>({
  message: FileDeleted,
  requires: ['fileId', 'organizationId'],
  handle: (deps, { value }) => removeFile(deps, value),
});
