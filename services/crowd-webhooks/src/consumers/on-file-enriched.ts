import { consumes } from '@assay/chassis/events/consumer';
import { FileEnriched } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { fileEnriched } from '../domain/webhooks/event/build-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

/** A file of a dataset has no project, and so no webhook. */
export const onFileEnriched = consumes<Deps, FileEnriched>({
  message: FileEnriched,
  concurrency: intakeConcurrency,
  requires: ['fileId', 'organizationId'],
  async handle(deps, event) {
    if (event.value.projectId !== '') await deps.intake.add(fileEnriched(event, event.value));
  },
});
