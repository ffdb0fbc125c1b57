import type { IsolatedPool } from '@assay/media/isolate/isolated-pool';
import { requireVerdict, toSentence } from '../../job-verdict.ts';
import type { FileResult } from '../../treatment.ts';
import type { TextJobs } from '../text-jobs.ts';

export type TextPool = IsolatedPool<TextJobs>;

/** Jobs that read a text of any size to its end: 100 MB take a minute on a busy machine. The others read a piece or a document. */
const wholeFileJobs: readonly (keyof TextJobs)[] = ['survey', 'identifyLanguage', 'countStatistics'];
const pieceTimeoutMs = 120_000;
export const wholeFileTimeoutMs = 600_000;

/** Runs jobs of one file. */
export type RunTextJob = <Job extends keyof TextJobs>(
  job: Job,
  input: TextJobs[Job]['input'],
) => Promise<TextJobs[Job]['output']>;

/** Thrown when a file cannot be read: a result and not a failure. */
class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/**
 * Runs the jobs of a file and returns their result, or `onUnreadable` when a job found that the file cannot be read.
 * @throws InterruptedError when the signal aborts or the pool closes, another error when a retry may help
 */
export async function withJobs<T, U>(
  { pool, signal }: { readonly pool: TextPool; readonly signal: AbortSignal },
  work: (run: RunTextJob) => Promise<T>,
  onUnreadable: (explanation: string) => U,
): Promise<T | U> {
  const run: RunTextJob = async (job, input) => {
    const timeoutMs = wholeFileJobs.includes(job) ? wholeFileTimeoutMs : pieceTimeoutMs;
    const result = await pool.run(job, input, { signal, timeoutMs });
    if (result.ok) return result.value;
    requireVerdict(result);
    throw new UnreadableError(result.reason);
  };
  try {
    return await work(run);
  } catch (error) {
    if (error instanceof UnreadableError) return onUnreadable(toSentence(error.message));
    throw error;
  }
}

/** The result of a cleaning step for a file that cannot be read. */
export function removeUndecodable(explanation: string): FileResult {
  return { outcome: 'removed', reason: 'undecodable', explanation };
}
