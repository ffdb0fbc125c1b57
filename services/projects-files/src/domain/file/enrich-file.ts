import { join } from 'node:path';
import { createWorker } from '@assay/chassis/work/worker';
import type { Worker, WorkerOptions } from '@assay/chassis/work/worker';
import type { Deps } from '../../deps.ts';
import type { ReadOptions } from './reading.ts';
import type { EnrichmentOutcome, TakenFile } from './file.ts';
import { keepPreview } from './keep-preview.ts';
import type { MediaKind } from './media-kind.ts';
import { reportProgress } from './report-progress.ts';
import { requireVerdict } from './require-verdict.ts';

/** What reading a file takes. */
export interface EnrichFileDeps extends Pick<
  Deps,
  'storage' | 'mediaReader' | 'temporaryFolders' | 'clock' | 'logger'
> {
  /** Of the kind that is read. */
  readonly enrichments: Deps['files']['enrichments'][MediaKind];
}

/** How often a file is tried before it is given up; the attempts span more than two minutes of outage. */
const maxAttempts = 8;

/** Reads files of one kind, those of all organizations in turn. */
export function createEnrichmentWorker(
  deps: EnrichFileDeps,
  limits: Pick<WorkerOptions<never>, 'slots' | 'stopping'>,
): Worker {
  const { enrichments, clock, logger } = deps;
  return createWorker({
    queue: enrichments,
    clock,
    logger,
    maxAttempts,
    ...limits,
    execute: (unit, signal) => enrichFile(deps, unit, signal),
    async giveUp({ file }) {
      const reason = `the file could not be read after ${maxAttempts.toString()} tries`;
      await enrichments.finish(file, { kind: 'failed', reason }, clock.now());
    },
  });
}

/** Reads a file and records what was found, or why it could not be read. Rejects when trying again may help. */
async function enrichFile(deps: EnrichFileDeps, unit: TakenFile, signal: AbortSignal): Promise<void> {
  const { file } = unit;
  const progress = reportProgress(deps, unit);
  try {
    const outcome = await readContent(deps, unit, { signal, onStep: progress.begin });
    await deps.enrichments.finish(file, outcome, deps.clock.now());
  } finally {
    progress.end();
  }
}

async function readContent(
  deps: EnrichFileDeps,
  { file, attempts }: TakenFile,
  { signal, onStep }: ReadOptions,
): Promise<EnrichmentOutcome> {
  const { mimeType, sha256, sizeBytes, storageKey } = file;
  return deps.temporaryFolders.with(async (folder) => {
    const path = join(folder, 'content');
    onStep('fetching', async () => {
      const fetchedBytes = await deps.temporaryFolders.readSize(path);
      return fetchedBytes && fetchedBytes / sizeBytes;
    });
    await deps.storage.download(storageKey, path);
    const result = await deps.mediaReader.read({ path, mimeType, sha256, onStep }, signal);
    if (!result.ok) {
      requireVerdict(result);
      return { kind: 'failed', reason: result.reason };
    }
    const { enrichment, thumbnail } = result.value;
    // A file that can be read does not fail because it cannot be shown.
    if (thumbnail?.ok === false && thumbnail.code !== 'unavailable')
      requireVerdict(thumbnail, { isLastTry: attempts >= maxAttempts });
    return { kind: 'completed', enrichment, preview: await keepPreview(deps, file, thumbnail) };
  });
}
