import type { Deps } from '../../deps.ts';
import { StageFailedError } from '../../stages/stage-job.ts';
import { concludeRun } from '../run/conclude-run.ts';
import { stageOf } from '../run/run.ts';
import type { Cause } from '../run/run.ts';
import { examineStage } from './examine-stage.ts';
import type { ExamineStageDeps } from './examine-stage.ts';
import type { StageRef } from './stage.ts';

/**
 * Executes one stage of a run. Executed again it takes over a stage whose worker died and does nothing for one that has
 * ended: the filters of the stage store let each write happen once.
 */
export async function executeStage(
  deps: ExamineStageDeps,
  cause: Cause,
  { signal, ...ref }: StageRef & { readonly signal: AbortSignal },
): Promise<void> {
  const { stageSlug } = ref;
  const run = await deps.stages.begin(ref, deps.clock.now());
  if (run === undefined) return;
  try {
    if (stageSlug === 'fusion') await concludeRun(deps, cause, run);
    else await examineStage(deps, cause, { run, stageSlug, signal });
  } catch (error) {
    if (!(error instanceof StageFailedError)) throw error;
    await deps.stages.fail({ run, stageSlug, error: error.message }, { now: deps.clock.now(), cause });
  }
}

/** Fails a stage that could not be executed at any delivery: its run fails with it, and the run's money is released. */
export async function failStage(
  { runs, stages, clock }: Pick<Deps, 'runs' | 'stages' | 'clock'>,
  cause: Cause,
  { reason, organizationId, runId, stageSlug }: StageRef & { readonly reason: string },
): Promise<void> {
  const run = await runs.find(organizationId, runId);
  if (run === undefined || stageOf(run, stageSlug) === undefined) return;
  const error = `the stage could not be executed: ${reason}`;
  await stages.fail({ run, stageSlug, error }, { now: clock.now(), cause });
}
