import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { enrichmentRunOf, isOver } from './pipeline-run.ts';

type RecordDeps = Pick<Deps, 'pipelineRuns'>;

/**
 * Records the latest enrichment of a file as it stands. The file is what is true of it: whatever is not recorded, since a
 * process died, is recorded when it ends, and what is recorded as unfinished is read from the file.
 */
export async function recordEnrichment({ pipelineRuns }: RecordDeps, file: File): Promise<void> {
  const run = enrichmentRunOf(file);
  if (run !== undefined) await pipelineRuns.record(run);
}

/** The same for a new file, whose upload does not fail with it. */
export async function recordFirstEnrichment(
  deps: RecordDeps & Pick<Deps, 'logger'>,
  file: File,
): Promise<void> {
  try {
    await recordEnrichment(deps, file);
  } catch (error) {
    deps.logger.warn({ err: error, fileId: file.id }, 'an enrichment is recorded only when it ends');
  }
}

/** The same once it has ended; one that has begun again since was recorded before that. */
export async function recordEndedEnrichment(
  deps: RecordDeps & Pick<Deps, 'files'>,
  { organizationId, fileId }: { readonly organizationId: string; readonly fileId: string },
): Promise<void> {
  const file = await deps.files.find(organizationId, fileId);
  if (file !== undefined && isOver({ status: file.enrichmentStatus })) await recordEnrichment(deps, file);
}
