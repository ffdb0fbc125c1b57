import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { FileDeleted } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { endRunsOfFile } from '../domain/run/end-deleted-runs.ts';

export const onFileDeleted = consumes<Deps, FileDeleted>({
  message: FileDeleted,
  async handle(deps, event) {
    const { fileId, organizationId } = event.value;
    if (fileId === '' || organizationId === '') throw new PoisonError('it names no file or no organization');
    await endRunsOfFile(deps, event, event.value);
  },
});
