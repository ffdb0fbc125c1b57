import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { FileEnriched } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { recordEndedEnrichment } from '../domain/pipeline-run/record-enrichment.ts';

export const onFileEnriched = consumes<Deps, FileEnriched>({
  message: FileEnriched,
  async handle(deps, { value }) {
    const { fileId, organizationId } = value;
    if (fileId === '' || organizationId === '') throw new PoisonError('it names no file or no organization');
    await recordEndedEnrichment(deps, value);
  },
});
