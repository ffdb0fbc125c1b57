import { join } from 'node:path';
import { createWorker } from '@assay/chassis/work/worker';
import type { Worker, WorkerOptions } from '@assay/chassis/work/worker';
import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { requireVerdict } from '../file/require-verdict.ts';
import { renditionKey } from './rendition.ts';
import type { RenditionOutcome, TakenRendition } from './rendition.ts';

export type MakeRenditionDeps = Pick<
  Deps,
  'renditions' | 'files' | 'storage' | 'renditionMaker' | 'temporaryFolders' | 'clock' | 'logger'
>;

const maxAttempts = 8;

/** Makes the renditions of all organizations in a fair order. */
export function createRenditionWorker(
  deps: MakeRenditionDeps,
  limits: Pick<WorkerOptions<never>, 'slots' | 'stopping'>,
): Worker {
  const { renditions, clock, logger } = deps;
  return createWorker({
    queue: renditions,
    clock,
    logger,
    maxAttempts,
    ...limits,
    execute: (taken, signal) => makeRendition(deps, taken, signal),
    async giveUp(taken) {
      const reason = `The file could not be converted after ${maxAttempts.toString()} attempts.`;
      await renditions.finish(taken, { kind: 'failed', reason }, clock.now());
    },
  });
}

/** Makes a rendition and records it. Rejects when a retry may help. */
async function makeRendition(
  deps: MakeRenditionDeps,
  taken: TakenRendition,
  signal: AbortSignal,
): Promise<void> {
  const { renditions, files, storage, clock } = deps;
  const { id, organizationId, rendition } = taken;
  const file = await files.find(organizationId, rendition.fileId);
  if (file === undefined) {
    await renditions.remove(organizationId, id);
    return;
  }
  const outcome = await convertFile(deps, file, signal);
  if (await renditions.finish(taken, outcome, clock.now())) return;
  // The file was deleted in the meantime.
  if ((await renditions.find(organizationId, [id])).length === 0) await storage.remove(renditionKey(file));
}

async function convertFile(
  { temporaryFolders, storage, renditionMaker, logger }: MakeRenditionDeps,
  file: File,
  signal: AbortSignal,
): Promise<RenditionOutcome> {
  const { id: fileId, storageKey, mimeType, sizeBytes } = file;
  return temporaryFolders.with(async (folder) => {
    const path = join(folder, 'content');
    const outputPath = join(folder, 'rendition');
    await storage.download(storageKey, path);
    const result = await renditionMaker.make({ path, outputPath, mimeType, sizeBytes }, signal);
    if (!result.ok) {
      requireVerdict(result);
      const { code, reason } = result;
      logger.info({ fileId, code, reason }, 'a file has no rendition');
      return { kind: 'failed', reason: toSentence(reason) };
    }
    const { value: content } = result;
    const upload = { contentType: content.mimeType, signal };
    await storage.uploadFile(renditionKey(file), outputPath, upload);
    return { kind: 'made', content };
  });
}

function toSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
