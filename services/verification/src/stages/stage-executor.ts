import { Piscina } from 'piscina';
import { StageTimeoutError } from './stage-job.ts';
import type { StageJob, StageOutput, WorkerSettings } from './stage-job.ts';

/** Runs checks on worker threads, so that the process goes on answering while a picture is examined. */
export interface StageExecutor {
  /** Rejects with StageTimeoutError after the time limit, and when `signal` aborts; the thread is then ended. */
  execute(job: StageJob, signal: AbortSignal): Promise<StageOutput>;
  close(): Promise<void>;
}

export interface StageExecutorOptions extends WorkerSettings {
  /** Stages executed at the same time. */
  readonly threads: number;
  readonly timeoutMs: number;
}

export function createStageExecutor(options: StageExecutorOptions): StageExecutor {
  const workerData: WorkerSettings = { trustList: options.trustList };
  const pool = new Piscina<StageJob, StageOutput>({
    filename: new URL('stage-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: options.threads,
    idleTimeout: 60_000,
    workerData,
  });
  return {
    async execute(job, signal) {
      const timeout = AbortSignal.timeout(options.timeoutMs);
      try {
        return await pool.run(job, { name: 'runStage', signal: AbortSignal.any([signal, timeout]) });
      } catch (error) {
        if (!timeout.aborted) throw error;
        const seconds = Math.round(options.timeoutMs / 1000);
        throw new StageTimeoutError(`the stage took longer than ${seconds} seconds`, { cause: error });
      }
    },
    close: () => pool.destroy(),
  };
}
