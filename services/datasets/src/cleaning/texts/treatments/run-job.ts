import type { CpuBudget } from '@assay/media/isolate/cpu-budget';
import type { IsolatedPool } from '@assay/media/isolate/isolated-pool';
import { cpuLimit } from '../../work/cpu-limits.ts';
import { requireVerdict, toSentence } from '../../work/job-verdict.ts';
import type { FileResult, Reason } from '../../treatment.ts';
import type { TextJobs } from '../text-jobs.ts';

/** The child processes, and the processor time that a file may take in them. */
export interface TextPool extends IsolatedPool<TextJobs> {
  readonly createBudget: (sizeBytes: number) => CpuBudget;
}

/** Jobs that read a text of any size to its end: 100 MB take a minute on a busy machine. The others read a piece or a document. */
const wholeFileJobs: readonly (keyof TextJobs)[] = ['survey', 'identifyLanguage', 'countStatistics'];
const pieceTimeoutMs = 120_000;
export const wholeFileTimeoutMs = 600_000;

/** Runs jobs of one file. */
export type RunTextJob = <Job extends keyof TextJobs>(
  job: Job,
  input: TextJobs[Job]['input'],
) => Promise<TextJobs[Job]['output']>;

/** Why a file was not read to its end. */
export interface Unreadable {
  readonly reason: Reason;
  /** For people, in one sentence. */
  readonly explanation: string;
}

/** Thrown when a file cannot be read: a result and not a failure. */
class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly reason: Reason;

  constructor(message: string, reason: Reason) {
    super(message);
    this.reason = reason;
  }
}

export interface FileJobs {
  readonly pool: TextPool;
  readonly signal: AbortSignal;
  /** The size of the file, which bounds the processor time of its jobs. */
  readonly sizeBytes: number;
}

/**
 * Runs the jobs of a file and returns their result, or `onUnreadable` when a job found that the file cannot be read.
 * @throws InterruptedError when the signal aborts or the pool closes, another error when a retry may help
 */
export async function withJobs<T, U>(
  { pool, signal, sizeBytes }: FileJobs,
  work: (run: RunTextJob) => Promise<T>,
  onUnreadable: (why: Unreadable) => U,
): Promise<T | U> {
  const cpu = pool.createBudget(sizeBytes);
  const run: RunTextJob = async (job, input) => {
    const timeoutMs = wholeFileJobs.includes(job) ? wholeFileTimeoutMs : pieceTimeoutMs;
    const result = await pool.run(job, input, { signal, timeoutMs, cpu });
    if (result.ok) return result.value;
    requireVerdict(result);
    throw new UnreadableError(result.reason, result.code === 'cpu' ? cpuLimit : 'undecodable');
  };
  try {
    return await work(run);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return onUnreadable({ reason: error.reason, explanation: toSentence(error.message) });
  }
}

/** The result of a step that must not leave a file as it is, for a file that cannot be read. */
export function removeUnreadable(why: Unreadable): FileResult {
  return { outcome: 'removed', ...why };
}

/** The result of another step: a file that needs too much processor time may be intact, and stays. */
export function removeUndecodable(why: Unreadable): FileResult {
  return why.reason === cpuLimit ? keepUnreadable(why) : removeUnreadable(why);
}

/** The result of a step that only reads. */
export function keepUnreadable({ reason: skipped }: Unreadable): FileResult {
  return { outcome: 'unchanged', skipped };
}
