import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { requireProjectFile } from '../file/dataset-file.ts';
import { getFile } from '../file/get-file.ts';
import { mediaKindOf } from '../file/media-kind.ts';
import { isOver, newEnrichmentRun } from './pipeline-run.ts';
import type { PipelineRun } from './pipeline-run.ts';
import { recordEnrichment } from './record-enrichment.ts';

/**
 * Has a file read once more; what was read before stays readable meanwhile. Of two at once one has its way. NOT_FOUND for a
 * file of another organization or project, FAILED_PRECONDITION with reason ENRICHMENT_UNFINISHED while it is not read to its end.
 */
export async function retryEnrichment(
  deps: Pick<Deps, 'files' | 'pipelineRuns' | 'clock'>,
  call: CallContext,
  request: { readonly projectId: string; readonly fileId: string },
): Promise<PipelineRun> {
  const file = requireProjectFile(await getFile(deps, call, request));
  if (!isOver({ status: file.enrichmentStatus })) throw unfinished(file);
  await recordEnrichment(deps, file);
  const store = deps.files.enrichments[mediaKindOf(file.mimeType)];
  const now = deps.clock.now();
  const enrichmentRun = { id: newId(), createdAt: now };
  if (!(await store.restart(file, enrichmentRun, call))) throw unfinished(await getFile(deps, call, request));
  const run = newEnrichmentRun(file, enrichmentRun);
  await deps.pipelineRuns.record(run);
  return run;
}

/** The file may have ended again since it was in the way. */
function unfinished({ enrichmentStatus: state }: File): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'ENRICHMENT_UNFINISHED',
    'The enrichment of the file has not ended. Wait for it and try again.',
    {
      details: { state, allowed: ['completed', 'failed'] },
    },
  );
}
