import { extname } from 'node:path';
import type { CpuBudget } from '@assay/media/isolate/cpu-budget';
import { createIsolatedPool } from '@assay/media/isolate/isolated-pool';
import type { PoolLogger } from '@assay/media/isolate/isolated-pool';
import { createTextBudget } from '../work/cpu-limits.ts';
import type { ConfirmCopies, Reason, SourceFile, Treatment } from '../treatment.ts';
import type { IdentifiedLanguage } from './statistics/identify-language.ts';
import type { TextStatistics } from './statistics/count-statistics.ts';
import type { TextJobs } from './text-jobs.ts';
import { createExtractText } from './treatments/extract-text.ts';
import { createMaskPersonalData } from './treatments/mask-personal-data.ts';
import { createReadFeatures } from './treatments/read-features.ts';
import { wholeFileTimeoutMs, withJobs } from './treatments/run-job.ts';
import type { RunTextJob } from './treatments/run-job.ts';
import { createStandardizeText } from './treatments/standardize-text.ts';

/** Values that were read from a text or a document, or the reason why it cannot be read. */
export type TextReading<T> =
  | { readonly outcome: 'read'; readonly value: T }
  | { readonly outcome: 'unreadable'; readonly reason: Reason; readonly explanation: string };

type ReadText<T> = (
  file: Pick<SourceFile, 'path' | 'type' | 'sizeBytes'>,
  signal: AbortSignal,
) => Promise<TextReading<T>>;

/** Cleans texts and documents in confined child processes. */
export interface TextCleaner {
  /** The pipeline `text-standard`. */
  readonly standardizeText: Treatment;
  /** The pipeline `text-pii-mask`. */
  readonly maskPersonalData: Treatment;
  /** The pipeline `document-text`. */
  readonly extractText: Treatment;
  /** For the dedup pipelines: a file passes unchanged with its features. */
  readonly readTextFeatures: Treatment;
  /** The pipeline `language-id`. */
  readonly identifyLanguage: ReadText<IdentifiedLanguage>;
  /** The pipeline `text-statistics`. */
  readonly countStatistics: ReadText<TextStatistics>;
  /** Compares the words of two texts or documents. One that cannot be read is not confirmed. */
  readonly confirmTexts: ConfirmCopies;
  /** Ends the child processes. Treatments that run are interrupted. */
  close(): Promise<void>;
}

export interface TextCleanerOptions {
  /** Child processes at most; default 1. */
  readonly size?: number;
  readonly logger?: PoolLogger;
  /** The processor time for a file of a size; default {@link createTextBudget}. */
  readonly createBudget?: (sizeBytes: number) => CpuBudget;
}

const maxRssBytes = 512 * 2 ** 20;
/** Source or compiled, as this module is. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Creates the treatments of texts and documents. A text of any size is treated in pieces of 2 MiB, so that children need at most 512 MB and
 * this process the memory of some pieces. A document whose text is longer than 16 million characters, or takes longer than a minute to read,
 * passes unchanged with `text_incomplete`.
 */
export function createTextCleaner({
  createBudget = createTextBudget,
  ...options
}: TextCleanerOptions = {}): TextCleaner {
  const limits = { workerUrl, timeoutMs: wholeFileTimeoutMs, maxRssBytes };
  const pool = { ...createIsolatedPool<TextJobs>({ ...options, ...limits }), createBudget };
  const read =
    <Job extends 'identifyLanguage' | 'countStatistics'>(job: Job): ReadText<TextJobs[Job]['output']> =>
    ({ path, type, sizeBytes }, signal) =>
      withJobs(
        { pool, signal, sizeBytes },
        async (run: RunTextJob) => ({ outcome: 'read' as const, value: await run(job, { path, type }) }),
        (why) => ({ outcome: 'unreadable' as const, ...why }),
      );
  return {
    standardizeText: createStandardizeText(pool),
    maskPersonalData: createMaskPersonalData(pool),
    extractText: createExtractText(pool),
    readTextFeatures: createReadFeatures(pool),
    identifyLanguage: read('identifyLanguage'),
    countStatistics: read('countStatistics'),
    confirmTexts: ([a, b], signal) =>
      withJobs(
        { pool, signal, sizeBytes: a.sizeBytes + b.sizeBytes },
        (run: RunTextJob) => run('confirmTexts', { paths: [a.path, b.path], types: [a.type, b.type] }),
        () => false,
      ),
    close: () => pool.close(),
  };
}
