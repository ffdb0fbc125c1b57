import { extname } from 'node:path';
import type { MediaExtractor } from '@assay/media/decoder/media-extractor';
import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import { createIsolatedPool } from '@assay/media/isolate/isolated-pool';
import type { IsolatedPoolOptions } from '@assay/media/isolate/isolated-pool';
import { consequenceOf } from '@assay/media/isolate/job-failures';
import { InterruptedError } from '@assay/chassis/work/worker';
import { extractBeside } from './extract-beside.ts';
import { mostFiles, stageTimeLimitMs } from './stage-time-limit.ts';
import { StageFailedError } from './stage-job.ts';
import type { StageJob, StageJobs, StageOutput } from './stage-job.ts';

/** Runs checks in child processes, which a hostile file may break or take over without more than itself being lost. */
export interface StageExecutor {
  /**
   * Rejects with StageFailedError when the file is too much for a stage, with InterruptedError when the work was cut short, and with
   * another error when trying again may help.
   */
  execute(job: StageJob, signal: AbortSignal): Promise<StageOutput>;
  close(): Promise<void>;
}

export interface StageExecutorOptions extends Pick<IsolatedPoolOptions, 'size' | 'maxRssBytes' | 'logger'> {
  /** The longest a stage over one file may take; further files add to it. */
  readonly timeoutMs: number;
  /** The C2PA signers to trust; undefined: none. */
  readonly trustList: C2paTrustList | undefined;
  /** Decodes videos and what sound the children do not; undefined: what needs it is not checked. */
  readonly extractor?: MediaExtractor | undefined;
}

/** Source or compiled, whichever this module is. */
const workerUrl = new URL(`./stage-worker${extname(import.meta.url)}`, import.meta.url);

export function createStageExecutor(given: StageExecutorOptions): StageExecutor {
  const { trustList, extractor, timeoutMs: forOneMs, ...options } = given;
  const longestMs = stageTimeLimitMs(forOneMs, mostFiles);
  const pool = createIsolatedPool<StageJobs>({ ...options, timeoutMs: longestMs, workerUrl });
  return {
    async execute(job, signal) {
      const beside = extractor === undefined ? {} : await extractBeside(extractor, job, { ...given, signal });
      const timeoutMs = stageTimeLimitMs(forOneMs, job.paths.length);
      const result = await pool.run('runStage', { ...job, trustList, beside }, { signal, timeoutMs });
      if (result.ok) return result.value;
      const { reason, detail } = result;
      switch (consequenceOf(result)) {
        case 'verdict':
          throw new StageFailedError(reason);
        case 'interrupted':
          throw new InterruptedError(reason);
        case 'try again':
          throw new Error(reason, { cause: detail });
      }
    },
    close: () => pool.close(),
  };
}
