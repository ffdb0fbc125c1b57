import { startChild, type IsolatedChild } from './isolated-child.ts';
import type { JobFailure, JobResult, JobTable } from './job-types.ts';

/** The part of a logger that the pool uses. */
export interface PoolLogger {
  warn(fields: object, message: string): void;
}

export interface IsolatedPoolOptions {
  /** Module that calls `serveJobs`. */
  readonly workerUrl: URL;
  /** Children at most; they start when first needed. Default 1. */
  readonly size?: number;
  /** Longest a job may take, default 20,000 ms. Waiting for a free child does not count. */
  readonly timeoutMs?: number;
  /** Most resident memory of a child, default 512 MiB, looked at every 100 ms while a job runs. */
  readonly maxRssBytes?: number;
  /** Jobs after which a child is replaced, default 100. */
  readonly maxJobsPerChild?: number;
  readonly logger?: PoolLogger;
}

/**
 * Runs jobs on untrusted input in child processes, one job a process at a time. A child that is too slow, too large or
 * crashes is killed and replaced; its job alone fails.
 */
export interface IsolatedPool<Jobs extends JobTable> {
  /** Never rejects. Jobs wait in the order of their calls. */
  run<Job extends keyof Jobs & string>(
    job: Job,
    input: Jobs[Job]['input'],
    options?: { readonly signal?: AbortSignal },
  ): Promise<JobResult<Jobs[Job]['output']>>;
  /** Process ids of the living children, for measurements. */
  pids(): readonly number[];
  /** Fails what waits or runs with the code `closed` and ends every child. */
  close(): Promise<void>;
}

interface Slot {
  child: IsolatedChild | undefined;
  jobsDone: number;
}

/** A child is also replaced when what it keeps between jobs exceeds this share of its limit. */
const idleMemoryShare = 0.5;
const closedFailure: JobFailure = { ok: false, code: 'closed', reason: 'the service is shutting down' };
const abortedFailure: JobFailure = { ok: false, code: 'aborted', reason: 'the work was cancelled' };

export function createIsolatedPool<Jobs extends JobTable>(options: IsolatedPoolOptions): IsolatedPool<Jobs> {
  const {
    workerUrl,
    size = 1,
    timeoutMs = 20_000,
    maxRssBytes = 512 * 2 ** 20,
    maxJobsPerChild = 100,
  } = options;
  const limits = { timeoutMs, maxRssBytes };
  const slots: readonly Slot[] = Array.from({ length: size }, () => ({ child: undefined, jobsDone: 0 }));
  const idle: Slot[] = [...slots];
  const waiting: ((slot: Slot | undefined) => void)[] = [];
  const closing = new AbortController();

  const acquire = (): Promise<Slot | undefined> => {
    const free = idle.pop();
    if (free !== undefined) return Promise.resolve(free);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (slot: Slot): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(slot);
    else next(slot);
  };
  const retireWhenWorn = async (slot: Slot): Promise<void> => {
    const { child } = slot;
    if (child === undefined) return;
    const kept = child.isAlive() ? ((await child.residentBytes()) ?? 0) : 0;
    if (child.isAlive() && slot.jobsDone < maxJobsPerChild && kept <= maxRssBytes * idleMemoryShare) return;
    await child.kill();
    slot.child = undefined;
  };
  const runIn = async (slot: Slot, request: { job: string; input: unknown }, signal?: AbortSignal) => {
    if (slot.child?.isAlive() !== true)
      Object.assign(slot, { child: startChild(workerUrl, limits), jobsDone: 0 });
    const either = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
    const result = (await slot.child?.run(request, either)) ?? closedFailure;
    slot.jobsDone += 1;
    await retireWhenWorn(slot);
    return !result.ok && result.code === 'aborted' && closing.signal.aborted ? closedFailure : result;
  };

  return {
    run: async (job, input, { signal } = {}) => {
      const slot = closing.signal.aborted ? undefined : await acquire();
      if (slot === undefined) return closedFailure;
      try {
        if (closing.signal.aborted) return closedFailure;
        if (signal?.aborted === true) return abortedFailure;
        const result = await runIn(slot, { job, input }, signal);
        if (!result.ok && result.code !== 'undecodable')
          options.logger?.warn({ job, ...result }, 'isolated job failed');
        return asJobResult<Jobs[typeof job]['output']>(result);
      } finally {
        release(slot);
      }
    },
    pids: () =>
      slots.flatMap(({ child }) => (child?.isAlive() === true && child.pid !== undefined ? [child.pid] : [])),
    close: async () => {
      closing.abort();
      for (const resolve of waiting.splice(0)) resolve(undefined);
      await Promise.all(slots.map(async (slot) => slot.child?.kill()));
    },
  };
}

/** What a child answers to a job has the type that the job table gives it: both sides are compiled from that table. */
function asJobResult<Output>(result: JobResult<unknown>): JobResult<Output> {
  return result as JobResult<Output>;
}
