import { consumes } from '@assay/chassis/events/consumer';
import { FileEnriched } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { recordEndedEnrichment } from '../domain/pipeline-run/record-enrichment.ts';

export const onFileEnriched = consumes<Deps, FileEnriched>({
  message: FileEnriched,
  requires: ['fileId', 'organizationId'],
  handle: (deps, { value }) => recordEndedEnrichment(deps, value),
});
