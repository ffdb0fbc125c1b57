import { join } from 'node:path';
import type { JobResult } from '@assay/media/isolate/job-types';
import type { Deps } from '../../deps.ts';
import type { Enrichment, EnrichmentOutcome, File } from './file.ts';
import type { ReadRequest } from '../../media-reader/media-reader.ts';

export interface EnrichmentWork {
  readonly organizationId: string;
  readonly fileId: string;
  readonly read: 'readImage' | 'readOther';
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

/** What reading a file takes. */
export type EnrichFileDeps = Pick<
  Deps,
  'enrichments' | 'storage' | 'mediaReader' | 'temporaryFolders' | 'readingSemaphore' | 'clock'
>;

/**
 * Reads a file and records what was found, or why it could not be read. A file that is done or gone is left alone; one
 * that somebody else began is begun again, and whoever ends first wins. Rejects when trying again may help.
 */
export async function enrichFile(deps: EnrichFileDeps, work: EnrichmentWork): Promise<void> {
  const { organizationId, fileId } = work;
  await deps.readingSemaphore.run(async () => {
    const file = await deps.enrichments.start(organizationId, fileId, deps.clock.now());
    if (file === undefined) return;
    const outcome = await readContent(deps, file, work);
    await deps.enrichments.finish(file, outcome, deps.clock.now());
  });
}

async function readContent(
  deps: EnrichFileDeps,
  file: File,
  work: EnrichmentWork,
): Promise<EnrichmentOutcome> {
  const result = await deps.temporaryFolders.with(async (folder) => {
    const path = join(folder, 'content');
    await deps.storage.download(file.storageKey, path);
    const request: ReadRequest = { path, mimeType: file.mimeType, sha256: file.sha256 };
    return deps.mediaReader[work.read](request, work.signal);
  });
  return toOutcome(result);
}

function toOutcome(result: JobResult<Enrichment>): EnrichmentOutcome {
  if (result.ok) return { kind: 'completed', enrichment: result.value };
  if (result.code === 'aborted' || result.code === 'closed') throw new InterruptedError(result.reason);
  return { kind: 'failed', reason: result.reason };
}

/** The reading was cut short for a reason that says nothing about the file. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

export interface UnreadableFile {
  readonly organizationId: string;
  readonly fileId: string;
  /** How often it was tried. */
  readonly attempts: number;
}

/** Ends the enrichment of a file that no worker could finish; one that is done or gone is left alone. */
export async function markUnreadable(
  { files, enrichments, clock }: Pick<Deps, 'files' | 'enrichments' | 'clock'>,
  { organizationId, fileId, attempts }: UnreadableFile,
): Promise<void> {
  const file = await files.find(organizationId, fileId);
  if (file === undefined) return;
  const reason = `the file could not be read after ${attempts} tries`;
  await enrichments.finish(file, { kind: 'failed', reason }, clock.now());
}
