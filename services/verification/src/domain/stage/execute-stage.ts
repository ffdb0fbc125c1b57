import { createWorker } from '@assay/chassis/work/worker';
import type { Worker, WorkerOptions } from '@assay/chassis/work/worker';
import type { Deps } from '../../deps.ts';
import { StageFailedError } from './stage-job.ts';
import { concludeRun } from '../run/conclude-run.ts';
import { stageOf } from '../run/run.ts';
import type { Cause } from '../run/run.ts';
import { openCrowdStage } from './open-crowd-stage.ts';
import { examineStage } from './examine-stage.ts';
import type { ExamineStageDeps, StageWork } from './examine-stage.ts';
import { taskOf } from './records/stage-task.ts';

type ExecuteStageDeps = ExamineStageDeps & Pick<Deps, 'crowdStages' | 'writeStoredReport'>;

export type StageWorkerDeps = ExecuteStageDeps & Pick<Deps, 'unfinishedRuns' | 'logger'>;

/** How often a stage is tried before its run fails. */
const maxAttempts = 6;

/** Executes stages of runs, those of all organizations in turn. */
export function createStageWorker(
  deps: StageWorkerDeps,
  limits: Pick<WorkerOptions<never>, 'slots' | 'stopping'>,
): Worker {
  const { unfinishedRuns, stages, clock, logger } = deps;
  return createWorker({
    queue: unfinishedRuns,
    clock,
    logger,
    maxAttempts,
    ...limits,
    execute: ({ cause, run, stageSlug }, signal) => executeStage(deps, cause, { run, stageSlug, signal }),
    async giveUp({ cause, run, stageSlug }, reason) {
      const error = `the stage could not be executed: ${reason}`;
      await stages.fail({ run, stageSlug, error }, { now: clock.now(), cause });
    },
  });
}

/** Executes one stage of a run. The filters of the stage store let each write happen once, whoever else executes it. */
async function executeStage(
  deps: ExecuteStageDeps,
  cause: Cause,
  work: Omit<StageWork, 'task'>,
): Promise<void> {
  const { run, stageSlug } = work;
  const stage = stageOf(run, stageSlug);
  if (stage === undefined) return;
  const task = taskOf(run, stage);
  try {
    switch (task.kind) {
      case 'examine':
        await examineStage(deps, cause, { ...work, task });
        break;
      case 'ask':
        await openCrowdStage(deps, cause, { run, stageSlug, task });
        break;
      case 'conclude':
        await concludeRun(deps, cause, { run, stageSlug, task });
    }
  } catch (error) {
    if (!(error instanceof StageFailedError)) throw error;
    await deps.stages.fail({ run, stageSlug, error: error.message }, { now: deps.clock.now(), cause });
  }
}
