import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FfmpegPlaces } from '@assay/media/decoder/find-ffmpeg';
import { findMediaProgram } from '@assay/media/decoder/media-program';
import { detectConfinement } from '@assay/media/isolate/confinement';
import { createIsolatedPool } from '@assay/media/isolate/isolated-pool';
import type { IsolatedPool, PoolLogger } from '@assay/media/isolate/isolated-pool';
import type { JobResult } from '@assay/media/isolate/job-types';
import { categoryOf } from '@assay/media/sniff/accepted-types';
import { seconds } from '@assay/chassis/units';
import type { RenditionContent } from '../domain/work-file/rendition.ts';
import { convertRecording } from './convert-recording.ts';
import type { RenditionJobs } from './rendition-jobs.ts';
import type { RenditionSource } from './rendition-source.ts';
import { writeParts } from './write-parts.ts';

/** Makes copies of untrusted files in child processes: copies that browsers show, without metadata. */
export interface RenditionMaker {
  make(source: RenditionSource, signal: AbortSignal): Promise<JobResult<RenditionContent>>;
  close(): Promise<void>;
}

export interface RenditionMakerOptions extends FfmpegPlaces {
  /** Files converted at the same time. */
  readonly size: number;
  /** True if FFmpeg may run where the kernel does not confine it. */
  readonly mayRunUnconfined: boolean;
  readonly maxRssBytes: { readonly image: number; readonly video: number };
  readonly logger: PoolLogger;
}

/** Drawing a PDF of 200 pages takes longest. */
const timeoutMs = seconds(120);
/** Source or compiled, whichever this module is. */
const workerUrl = new URL(`./rendition-worker${extname(import.meta.url)}`, import.meta.url);

/** FFmpeg is looked up once, at the start. */
export async function createRenditionMaker(options: RenditionMakerOptions): Promise<RenditionMaker> {
  const { size, logger, maxRssBytes } = options;
  const pool = createIsolatedPool<RenditionJobs>({
    workerUrl,
    size,
    logger,
    timeoutMs,
    maxRssBytes: maxRssBytes.image,
  });
  const found = await findMediaProgram(await detectConfinement(), options);
  return {
    make(source, signal) {
      switch (categoryOf(source.mimeType)) {
        case 'image':
          return convertImage(pool, source, signal);
        case 'audio':
        case 'video':
          return convertRecording(found, source, { maxRssBytes: maxRssBytes.video, signal });
        case 'document':
        case undefined:
          return convertDocument(pool, source, signal);
      }
    },
    close: () => pool.close(),
  };
}

type Pool = IsolatedPool<RenditionJobs>;

async function convertImage(
  pool: Pool,
  { path, outputPath, mimeType }: RenditionSource,
  signal: AbortSignal,
): Promise<JobResult<RenditionContent>> {
  const result = await pool.run('convertImage', { path, mimeType }, { signal });
  if (!result.ok) return result;
  const { parts, ...content } = result.value;
  await writeParts(path, parts, outputPath);
  return { ok: true, value: content };
}

async function convertDocument(
  pool: Pool,
  { path, outputPath, mimeType }: RenditionSource,
  signal: AbortSignal,
): Promise<JobResult<RenditionContent>> {
  const isPdf = mimeType === 'application/pdf';
  const result = isPdf
    ? await pool.run('flattenPdf', { path }, { signal })
    : await pool.run('extractText', { path, mimeType }, { signal });
  if (!result.ok) return result;
  await writeFile(outputPath, result.value);
  return { ok: true, value: { mimeType: isPdf ? mimeType : 'text/plain' } };
}
