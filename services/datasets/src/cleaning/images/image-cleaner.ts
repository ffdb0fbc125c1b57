import { extname } from 'node:path';
import { createIsolatedPool } from '@assay/media/isolate/isolated-pool';
import type { CpuBudget } from '@assay/media/isolate/cpu-budget';
import type { IsolatedPool, IsolatedPoolOptions } from '@assay/media/isolate/isolated-pool';
import type { JobFailure, JobResult } from '@assay/media/isolate/job-types';
import { strippableTypes } from '@assay/media/strip/strip-metadata';
import { allowCpu, cpuLimit, createCpuBudget } from '../work/cpu-limits.ts';
import { requireVerdict, toSentence } from '../work/job-verdict.ts';
import type { ConfirmCopies, FileResult, LostPart, Reason, SourceFile, Treatment } from '../treatment.ts';
import type { ImageJobs } from './image-jobs.ts';
import type { ImageReading } from './read-image.ts';
import { writeOutput } from './write-output.ts';

/** Treats images in child processes, which a hostile file may break without more than its own job being lost. */
export interface ImageCleaner {
  /** The steps of `image-standard` that concern one file. */
  readonly standardizeImage: Treatment;
  /** The step of `metadata-strip`. */
  readonly stripMetadata: Treatment;
  /** Reads the features alone, for the dedup pipelines. The outcome is always `unchanged`. */
  readonly readImageFeatures: Treatment;
  /** Compares all frames, or the pixels at full size. An image that needs too much time or memory is not confirmed. */
  readonly confirmImages: ConfirmCopies;
  /** Process ids of the living children, for measurements. */
  pids(): readonly number[];
  close(): Promise<void>;
}

export type ImageCleanerOptions = Pick<IsolatedPoolOptions, 'size' | 'timeoutMs' | 'logger' | 'confinement'>;

/** The types that an image is written in again. */
const convertibleTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
const maxRssBytes = 512 * 2 ** 20;
/** Starting a child costs as much as 30 images, so that it reads more than those of other pools. One that keeps memory is replaced sooner. */
const maxJobsPerChild = 2_000;
/** A large HEIC takes 5 s of a free core. A limit that a busy machine reaches would remove a good image. */
const defaultTimeoutMs = 60_000;

/** Source or compiled, whichever this module is. */
const workerUrl = new URL(`./image-worker${extname(import.meta.url)}`, import.meta.url);

export function createImageCleaner(options: ImageCleanerOptions = {}): ImageCleaner {
  const pool = createIsolatedPool<ImageJobs>({
    timeoutMs: defaultTimeoutMs,
    ...options,
    maxRssBytes,
    maxJobsPerChild,
    workerUrl,
  });
  return {
    standardizeImage: (file, signal) => standardizeImage(pool, file, signal),
    stripMetadata: (file, signal) => stripMetadata(pool, file, signal),
    readImageFeatures: async ({ path, sizeBytes }, signal) => {
      const cpu = createCpuBudget(sizeBytes);
      const reading = settle(await pool.run('readImage', { path }, { signal, cpu }));
      if (!reading.ok) return { outcome: 'unchanged', skipped: nameFailure(reading) };
      if ('oversized' in reading.value) return { outcome: 'unchanged', skipped: 'too_large' };
      return { outcome: 'unchanged', features: reading.value.features };
    },
    confirmImages: async ([a, b], signal, change) => {
      const cpu = createCpuBudget(a.sizeBytes + b.sizeBytes);
      const input = { paths: [a.path, b.path] as const, change };
      const result = await pool.run('confirmImages', input, { signal, cpu });
      // Both images stay, whatever the comparison failed of: another attempt of the whole job would end the same way.
      if (!result.ok && result.code === 'internal') return false;
      const settled = settle(result);
      return settled.ok && settled.value;
    },
    pids: () => pool.pids(),
    close: () => pool.close(),
  };
}

type Pool = IsolatedPool<ImageJobs>;

async function standardizeImage(pool: Pool, file: SourceFile, signal: AbortSignal): Promise<FileResult> {
  const cpu = createCpuBudget(file.sizeBytes);
  const reading = settle(await pool.run('readImage', { path: file.path }, { signal, cpu }));
  // An image that needs too much processor time may be intact, and stays.
  if (!reading.ok && reading.code === 'cpu') return { outcome: 'unchanged', skipped: cpuLimit };
  if (!reading.ok) return remove('undecodable', toSentence(reading.reason));
  const { value } = reading;
  // An image with more pixels than are decoded is no broken one, so that it stays.
  if ('oversized' in value) return { outcome: 'unchanged', skipped: 'too_large' };
  return judgeImage(value) ?? convertFile(pool, { file, reading: value, cpu }, signal);
}

/** Returns undefined for an image that stays. */
function judgeImage({ isBlank }: ImageReading): FileResult | undefined {
  return isBlank ? remove('blank', 'All pixels of the image have the same colour, or nearly so.') : undefined;
}

function remove(reason: string, explanation: string): FileResult {
  return { outcome: 'removed', reason, explanation };
}

interface ReadFile {
  readonly file: SourceFile;
  readonly reading: ImageReading;
  readonly cpu: CpuBudget;
}

async function convertFile(
  pool: Pool,
  { file, reading, cpu }: ReadFile,
  signal: AbortSignal,
): Promise<FileResult> {
  const { mimeType, features, missingParts } = reading;
  const steps = listSteps(reading);
  const missing = missingParts.map((part) => ({ part, state: 'missing' }) as const);
  const unchanged = { outcome: 'unchanged', features, ...toLostParts(missing) } as const;
  if (!convertibleTypes.includes(mimeType)) return { ...unchanged, skipped: nameUntreated(mimeType) };
  if (steps.length === 0) return unchanged;
  const { path } = file;
  allowCpu(cpu, 'ImageMegapixel', features.width * features.height);
  const converted = settle(await pool.run('convertImage', { path, mimeType }, { signal, cpu }));
  // An image that can be read stays, even if its output does not fit the memory or the time of a child.
  if (!converted.ok) return { ...unchanged, skipped: 'not_convertible' };
  const { parts, removed } = converted.value;
  return {
    outcome: 'changed',
    output: await writeOutput(file, parts),
    steps: [...steps, ...removed.map((part) => `${part}_removed`)],
    features,
    ...toLostParts([...missing, ...removed.map((part) => ({ part, state: 'removed' }) as const)]),
  };
}

function listSteps({
  isRotated,
  hasOtherProfile,
}: Pick<ImageReading, 'isRotated' | 'hasOtherProfile'>): readonly string[] {
  return [...(isRotated ? ['orientation_applied'] : []), ...(hasOtherProfile ? ['converted_to_srgb'] : [])];
}

function toLostParts(lostParts: readonly LostPart[]): Pick<FileResult & { outcome: 'changed' }, 'lostParts'> {
  return lostParts.length === 0 ? {} : { lostParts };
}

/** A GIF has neither orientation nor profile, so all steps applied to it. */
function nameUntreated(mimeType: string): string | undefined {
  return mimeType === 'image/gif' ? undefined : `${mimeType.replace('image/', '')}_not_treated`;
}

async function stripMetadata(pool: Pool, file: SourceFile, signal: AbortSignal): Promise<FileResult> {
  const { path } = file;
  const cpu = createCpuBudget(file.sizeBytes);
  const reading = settle(await pool.run('readImage', { path }, { signal, cpu }));
  const features = reading.ok && 'features' in reading.value ? reading.value.features : undefined;
  // The file stays although its pixels cannot be decoded, and is listed.
  const skipped = reading.ok ? undefined : nameFailure(reading);
  const mimeType = reading.ok ? reading.value.mimeType : file.type;
  if (mimeType === 'image/bmp') return { outcome: 'unchanged', skipped, features };
  if (!strippableTypes.includes(mimeType))
    return { outcome: 'unchanged', skipped: skipped ?? nameUntreated(mimeType), features };
  const stripped = settle(await pool.run('stripImage', { path, mimeType }, { signal, cpu }));
  if (!stripped.ok) return { outcome: 'unchanged', skipped: 'undecodable', features };
  if (stripped.value === undefined) return { outcome: 'unchanged', skipped, features };
  const { parts, removed } = stripped.value;
  const output = await writeOutput(file, parts);
  const steps = ['metadata_removed', ...removed.map((part) => `${part}_removed`)];
  const lostParts = toLostParts(removed.map((part) => ({ part, state: 'removed' }) as const));
  return { outcome: 'changed', output, steps, skipped, features, ...lostParts };
}

function nameFailure({ code }: JobFailure): Reason {
  return code === 'cpu' ? cpuLimit : 'undecodable';
}

/** Returns a value or a verdict about the file. Rejects with InterruptedError, or with another error if a retry may help. */
function settle<Value>(result: JobResult<Value>): JobResult<Value> {
  if (!result.ok) requireVerdict(result);
  return result;
}
