import { consumes } from '@assay/chassis/events/consumer';
import { FileDeleted } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { endRunsOfFile } from '../domain/run/end-deleted-runs.ts';

export const onFileDeleted = consumes<Deps, FileDeleted>({
  message: FileDeleted,
  requires: ['fileId', 'organizationId'],
  handle: (deps, event) => endRunsOfFile(deps, event, event.value),
});
