import { consumes } from '@assay/chassis/events/consumer';
import { FileDeleted } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { closeVariantsOfFile } from '../domain/crowd/job/close-variants.ts';

/** Closes the free slots of variants whose file was deleted. Answers stay (C65). */
export const onFileDeleted = consumes<Deps, FileDeleted>({
  message: FileDeleted,
  requires: ['fileId', 'organizationId'],
  async handle(deps, { value: { organizationId, fileId } }) {
    await closeVariantsOfFile(deps, organizationId, fileId);
  },
});
