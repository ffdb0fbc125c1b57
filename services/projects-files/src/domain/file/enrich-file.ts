import { join } from 'node:path';
import { categoryOf } from '@assay/media/sniff/accepted-types';
import type { JobFailure } from '@assay/media/isolate/job-types';
import { createWorker, InterruptedError } from '@assay/chassis/work/worker';
import type { Worker, WorkerOptions } from '@assay/chassis/work/worker';
import type { Deps } from '../../deps.ts';
import type { MediaReader, ReadRequest } from '../../media-reader/media-reader.ts';
import type { EnrichmentOutcome, File } from './file.ts';
import { keepPreview } from './keep-preview.ts';
import type { MediaKind } from './media-kind.ts';

/** What reading a file takes. */
export interface EnrichFileDeps extends Pick<
  Deps,
  'storage' | 'mediaReader' | 'temporaryFolders' | 'clock' | 'logger'
> {
  /** Of the kind that is read. */
  readonly enrichments: Deps['enrichments'][MediaKind];
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
    ...{ turns: enrichments, clock, logger, maxAttempts, ...limits },
    execute: ({ file }, signal) => enrichFile(deps, file, signal),
    async giveUp({ file }) {
      const reason = `the file could not be read after ${maxAttempts.toString()} tries`;
      await enrichments.finish(file, { kind: 'failed', reason }, clock.now());
    },
  });
}

/** Reads a file and records what was found, or why it could not be read. Rejects when trying again may help. */
async function enrichFile(deps: EnrichFileDeps, file: File, signal: AbortSignal): Promise<void> {
  const outcome = await readContent(deps, file, signal);
  await deps.enrichments.finish(file, outcome, deps.clock.now());
}

async function readContent(
  deps: EnrichFileDeps,
  file: File,
  signal: AbortSignal,
): Promise<EnrichmentOutcome> {
  const { mimeType, sha256, storageKey } = file;
  const read = readerOf(deps.mediaReader, mimeType);
  return deps.temporaryFolders.with(async (folder) => {
    const path = join(folder, 'content');
    await deps.storage.download(storageKey, path);
    const request: ReadRequest = { path, mimeType, sha256 };
    const result = await read(request, signal);
    if (!result.ok) return toFailure(result);
    const enrichment = result.value;
    const preview = await keepPreview(deps, file, { path, enrichment, signal });
    return { kind: 'completed', enrichment, preview };
  });
}

function readerOf(reader: MediaReader, mimeType: string): MediaReader['readOther'] {
  const category = categoryOf(mimeType);
  if (category === 'image') return reader.readImage;
  if (category === 'audio') return reader.readAudio;
  if (category === 'video') return reader.readVideo;
  return category === 'document' ? reader.readDocument : reader.readOther;
}

/** What says nothing about the file is tried again. */
function toFailure({ code, reason, detail }: JobFailure): EnrichmentOutcome {
  if (code === 'aborted' || code === 'closed') throw new InterruptedError(reason);
  if (code === 'unstarted') throw new Error(reason, { cause: detail });
  return { kind: 'failed', reason };
}
