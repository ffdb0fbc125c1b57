import { extname } from 'node:path';
import type { MediaExtractor } from '@assay/media/decoder/media-extractor';
import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import { createIsolatedPool } from '@assay/media/isolate/isolated-pool';
import type { IsolatedPoolOptions } from '@assay/media/isolate/isolated-pool';
import { consequenceOf } from '@assay/media/isolate/job-failures';
import { InterruptedError } from '@assay/chassis/work/worker';
import type { JobFailure } from '@assay/media/isolate/job-types';
import { extractBeside } from './extract-beside.ts';
import { brokeDown, runEachCheck } from './run-each-check.ts';
import type { RunPart } from './run-each-check.ts';
import { mostFiles, stageTimeLimitMs } from './stage-time-limit.ts';
import { StageFailedError } from './stage-job.ts';
import type { StageJob, StageJobs, StageOutput } from './stage-job.ts';

/** Runs checks in child processes, which a hostile file may break or take over without more than itself being lost. */
export interface StageExecutor {
  /**
   * A check that runs out of memory or breaks down is not applicable, and the others go on. Rejects with StageFailedError when the file is
   * too much for a stage otherwise, with InterruptedError when the work was cut short, and with
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
      const run: RunPart = (part) =>
        pool.run('runStage', { ...part, trustList, beside }, { signal, timeoutMs });
      const result = await run(job);
      if (result.ok) return result.value;
      const parts = brokeDown(result) ? await runEachCheck(job, result, run) : result;
      return parts.ok ? parts.value : refuse(parts);
    },
    close: () => pool.close(),
  };
}

function refuse(failure: JobFailure): never {
  const { reason, detail } = failure;
  switch (consequenceOf(failure)) {
    case 'verdict':
      throw new StageFailedError(reason);
    case 'interrupted':
      throw new InterruptedError(reason);
    case 'try again':
      throw new Error(reason, { cause: detail });
  }
}
