import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { mediaKindOf } from '../file/media-kind.ts';

/** Requests the enrichment of the files that were never enriched, and returns all of them as they are now. */
export async function enrichDatasetFiles(
  { files, datasetFiles, clock }: Pick<Deps, 'files' | 'datasetFiles' | 'clock'>,
  call: CallContext,
  fileIds: readonly string[],
): Promise<readonly File[]> {
  const { organizationId } = call;
  const found = await datasetFiles.findMany(organizationId, fileIds);
  const fresh = found.filter(({ enrichmentStatus }) => enrichmentStatus === undefined);
  for (const file of fresh) {
    const run = { id: newId(), createdAt: clock.now() };
    await files.enrichments[mediaKindOf(file.mimeType)].restart(file, run, call);
  }
  return fresh.length === 0 ? found : datasetFiles.findMany(organizationId, fileIds);
}
