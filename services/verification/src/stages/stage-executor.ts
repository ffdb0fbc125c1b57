import { Piscina } from 'piscina';
import type { StageJob, StageOutput } from './stage-job.ts';

/** Runs checks on worker threads, so that the process goes on answering while a picture is examined. */
export interface StageExecutor {
  /** Rejects with StageTimeoutError after the time limit, and when `signal` aborts; the thread is then ended. */
  execute(job: StageJob, signal: AbortSignal): Promise<StageOutput>;
  close(): Promise<void>;
}

export class StageTimeoutError extends Error {
  override readonly name = 'StageTimeoutError';
}

export function createStageExecutor(options: { threads: number; timeoutMs: number }): StageExecutor {
  const pool = new Piscina<StageJob, StageOutput>({
    filename: new URL('stage-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: options.threads,
    idleTimeout: 60_000,
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
