import { detectConfinement } from './confinement.ts';
import type { Confinement } from './confinement.ts';
import type { CpuBudget } from './cpu-budget.ts';
import { startChild } from './isolated-child.ts';
import type { IsolatedChild } from './isolated-child.ts';
import type { JobFailure, JobRequest, JobResult, JobTable } from './job-types.ts';
import { createSlotQueue } from './slot-queue.ts';

/** The part of a logger that the pool uses. */
export interface PoolLogger {
  warn(fields: object, message: string): void;
}

export interface IsolatedPoolOptions {
  /** Module that calls `serveJobs`. */
  readonly workerUrl: URL;
  /** Children at most; they start when first needed. Default 1. */
  readonly size?: number;
  /** Longest a job may take, default 20,000 ms, as {@link awaitTimeLimit} counts it. Waiting for a free child does not count. */
  readonly timeoutMs?: number;
  /** Most resident memory of a child, default 512 MiB, looked at when a job begins and every 100 ms while it runs. */
  readonly maxRssBytes?: number;
  /** Jobs after which a child is replaced, default 100. */
  readonly maxJobsPerChild?: number;
  /** How far children give way to processes that serve requests, 0 to 19; default 10. */
  readonly niceness?: number;
  readonly logger?: PoolLogger;
  /** How children are confined; as well as this machine allows unless given. */
  readonly confinement?: Confinement;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Longest this job may take, where that is less than any job may. */
  readonly timeoutMs?: number;
  /** The processor time of the file, shared by all its jobs. No limit by default. */
  readonly cpu?: CpuBudget | undefined;
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
    options?: RunOptions,
  ): Promise<JobResult<Jobs[Job]['output']>>;
  /** Process ids of the living children, for measurements. */
  pids(): readonly number[];
  /** Fails what waits or runs with the code `closed` and ends every child. */
  close(): Promise<void>;
}

/** A child is also replaced when what it keeps between jobs exceeds this share of its limit. */
const idleMemoryShare = 0.5;
const closedFailure: JobFailure = { ok: false, code: 'closed', reason: 'the service is shutting down' };
const abortedFailure: JobFailure = { ok: false, code: 'aborted', reason: 'the work was cancelled' };

export function createIsolatedPool<Jobs extends JobTable>(options: IsolatedPoolOptions): IsolatedPool<Jobs> {
  const { size = 1, logger } = options;
  const queue = createSlotQueue(Array.from({ length: size }, () => createSlot(options)));
  const closing = new AbortController();
  const isClosed = (): boolean => closing.signal.aborted;
  return {
    run: async (job, input, { signal, timeoutMs, cpu } = {}) => {
      const slot = await queue.acquire();
      if (slot === undefined) return closedFailure;
      try {
        if (isClosed()) return closedFailure;
        if (signal?.aborted === true) return abortedFailure;
        const either = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
        const result = await slot.run({ job, input }, either, { timeoutMs, cpu });
        if (!result.ok && result.code !== 'undecodable')
          logger?.warn({ job, ...result }, 'isolated job failed');
        if (!result.ok && result.code === 'aborted' && isClosed()) return closedFailure;
        return asJobResult<Jobs[typeof job]['output']>(result);
      } finally {
        queue.release(slot);
      }
    },
    pids: () => queue.slots.flatMap((slot) => slot.pid() ?? []),
    close: async () => {
      closing.abort();
      queue.close();
      await Promise.all(queue.slots.map((slot) => slot.kill()));
    },
  };
}

/** A place for one child, which is started when it is first needed and replaced after its last job or when it keeps too much memory. */
interface Slot {
  run(
    request: JobRequest,
    signal: AbortSignal,
    limits: { readonly timeoutMs: number | undefined; readonly cpu: CpuBudget | undefined },
  ): Promise<JobResult<unknown>>;
  pid(): number | undefined;
  kill(): Promise<void>;
}

function createSlot(options: IsolatedPoolOptions): Slot {
  const {
    workerUrl,
    timeoutMs = 20_000,
    maxRssBytes = 512 * 2 ** 20,
    maxJobsPerChild = 100,
    niceness = 10,
  } = options;
  let child: IsolatedChild | undefined;
  let jobsLeft = 0;
  const isUsedUp = (used: IsolatedChild): boolean => {
    if (!used.isAlive() || jobsLeft === 0) return true;
    return (used.residentBytes() ?? 0) > maxRssBytes * idleMemoryShare;
  };
  return {
    run: async (request, signal, { timeoutMs: ownTimeoutMs = timeoutMs, cpu }) => {
      if (child?.isAlive() !== true) {
        const confinement = options.confinement ?? (await detectConfinement());
        child = await startChild(workerUrl, confinement, { maxRssBytes, niceness });
        jobsLeft = maxJobsPerChild;
      }
      const used = child;
      const result = await used.run(request, signal, { timeoutMs: Math.min(timeoutMs, ownTimeoutMs), cpu });
      jobsLeft -= 1;
      if (isUsedUp(used)) await used.kill();
      return result;
    },
    pid: () => (child?.isAlive() === true ? child.pid : undefined),
    kill: async () => child?.kill(),
  };
}

/** What a child answers to a job has the type that the job table gives it: both sides are compiled from that table. */
function asJobResult<Output>(result: JobResult<unknown>): JobResult<Output> {
  return result as JobResult<Output>;
}
