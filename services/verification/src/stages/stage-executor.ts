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
import { clockLimitMs, mostFiles, stageTimeLimitMs } from './stage-time-limit.ts';
import { StageFailedError } from '../domain/stage/stage-job.ts';
import type { StageJob, StageJobs, StageOutput } from '../domain/stage/stage-job.ts';

/** Runs checks in child processes, which a hostile file may break or take over without more than itself being lost. */
export interface StageExecutor {
  /**
   * A check that runs out of memory or processor time, hangs or breaks down is not applicable, and the others go on. Rejects with
   * StageFailedError when the file is too much for a stage otherwise, with InterruptedError when the work was cut short, and with
   * another error when trying again may help.
   */
  execute(job: StageJob, signal: AbortSignal): Promise<StageOutput>;
  close(): Promise<void>;
}

export interface StageExecutorOptions extends Pick<IsolatedPoolOptions, 'size' | 'maxRssBytes' | 'logger'> {
  /** The most processor time that a stage over one file may take; further files add to it. */
  readonly processorMs: number;
  /** The time of the clock after which a child is taken to hang; default ten times its processor time. */
  readonly clockMs?: number;
  /** The C2PA signers to trust; undefined: none. */
  readonly trustList: C2paTrustList | undefined;
  /** Decodes videos and what sound the children do not; undefined: what needs it is not checked. */
  readonly extractor?: MediaExtractor | undefined;
}

/** Source or compiled, whichever this module is. */
const workerUrl = new URL(`./stage-worker${extname(import.meta.url)}`, import.meta.url);

const defaultMaxRssBytes = 512 * 2 ** 20;

export function createStageExecutor(given: StageExecutorOptions): StageExecutor {
  const { trustList, extractor, processorMs: forOneMs, clockMs: ownClockMs, ...options } = given;
  const { maxRssBytes = defaultMaxRssBytes } = options;
  const longestMs = ownClockMs ?? clockLimitMs(stageTimeLimitMs(forOneMs, mostFiles));
  const pool = createIsolatedPool<StageJobs>({ ...options, maxRssBytes, timeoutMs: longestMs, workerUrl });
  return {
    async execute(job, signal) {
      const beside =
        extractor === undefined ? {} : await extractBeside(extractor, job, { ...options, signal });
      const processorMs = stageTimeLimitMs(forOneMs, job.paths.length);
      const clockMs = ownClockMs ?? clockLimitMs(processorMs);
      const run: RunPart = (part) => {
        const input = { ...part, trustList, beside };
        return pool.run('runStage', input, { signal, timeoutMs: clockMs, cpu: { leftMs: processorMs } });
      };
      const result = await runTwice(job, run);
      if (result.ok) return result.value;
      const limits = { processorMs, clockMs, maxRssBytes };
      const parts = brokeDown(result) ? await runEachCheck(job, { failure: result, limits }, run) : result;
      return parts.ok ? parts.value : refuse(parts);
    },
    close: () => pool.close(),
  };
}

/** The clock says more about the machine than about the file: a stage that it ended is run once more. */
async function runTwice(job: StageJob, run: RunPart): ReturnType<RunPart> {
  const first = await run(job);
  return !first.ok && first.code === 'timeout' ? await run(job) : first;
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
