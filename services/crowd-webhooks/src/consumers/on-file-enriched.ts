import { consumes } from '@assay/chassis/events/consumer';
import { FileEnriched } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { fileEnriched } from '../domain/event/build-events.ts';
import { receiveEvent } from '../domain/event/receive-event.ts';

/** A file of a dataset has no project, and so no webhook. */
export const onFileEnriched = consumes<Deps, FileEnriched>({
  message: FileEnriched,
  requires: ['fileId', 'organizationId'],
  async handle(deps, event) {
    if (event.value.projectId !== '') await receiveEvent(deps, fileEnriched(event, event.value));
  },
});
