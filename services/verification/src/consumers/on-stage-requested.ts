import type { HandlerContext, ReceivedEvent } from '@assay/chassis/events/consumer';
import type { StageRequested } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { stageOf } from '../domain/run.ts';
import type { Run } from '../domain/run.ts';
import { runFailed } from '../events/run-events.ts';
import { runsCollection } from '../store/runs-store.ts';
import { StageTimeoutError } from '../stages/stage-executor.ts';
import { concludeRun } from '../stages/conclude-run.ts';
import { examine } from '../stages/examine.ts';

type Requested = ReceivedEvent<StageRequested>;

/**
 * Executes one stage of a run. Delivered again it takes over a stage whose worker died and does nothing for one that
 * has ended: the filters of the stages store let each write happen once.
 */
export async function onStageRequested(deps: Deps, event: Requested, context: HandlerContext): Promise<void> {
  const { runId, organizationId, stageSlug } = event.value;
  const run = await deps.stages.begin({ runId, organizationId, stageSlug }, deps.clock.now());
  if (run === undefined) return;
  try {
    if (stageSlug === 'fusion') await concludeRun(deps, run, event);
    else await examine(deps, { run, stageSlug, cause: event, signal: context.signal });
  } catch (error) {
    if (!(error instanceof StageTimeoutError)) throw error;
    await failStage(deps, run, { stageSlug, error: error.message, cause: event });
  }
}

/** Gives up a stage that could not be executed after every delivery: the run fails and its money is released. */
export async function onStageAbandoned(deps: Deps, event: Requested, reason: string): Promise<void> {
  const { runId, organizationId, stageSlug } = event.value;
  const run = await deps.runs.find(organizationId, runId);
  if (run === undefined || stageOf(run, stageSlug) === undefined) return;
  await failStage(deps, run, {
    stageSlug,
    error: `the stage could not be executed: ${reason}`,
    cause: event,
  });
}

async function failStage(
  deps: Deps,
  run: Run,
  failure: { stageSlug: string; error: string; cause: Requested },
): Promise<void> {
  const ref = { runId: run.id, organizationId: run.organizationId, stageSlug: failure.stageSlug };
  const then = { now: deps.clock.now(), events: [runFailed(run, failure.error, failure.cause)] };
  if (await deps.stages.fail(ref, failure.error, then)) deps.relay.notify(runsCollection, run.id);
}
