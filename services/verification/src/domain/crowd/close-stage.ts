import type { Deps } from '../../deps.ts';
import type { CrowdTask } from '../pipeline/pipeline.ts';
import type { Cause, Run } from '../run/run.ts';
import { taskOf } from '../stage/records/stage-task.ts';
import type { EndedBy, RunStage, StageResponse } from '../stage/stage.ts';
import { compareAreas } from './areas/compare-areas.ts';
import type { CompareAreasDeps } from './areas/compare-areas.ts';
import { buildCrowdResult } from './crowd-result.ts';
import { isDecided } from './next-step.ts';
import type { Answers } from './statistics/weigh-answers.ts';

export type CloseStageDeps = CompareAreasDeps & Pick<Deps, 'crowdStages' | 'clock'>;

export interface ClosingStage {
  readonly run: Run;
  readonly stage: RunStage;
  readonly task: CrowdTask;
  readonly responses: readonly StageResponse[];
  readonly endedBy: EndedBy;
}

/** Ends a crowd stage and requests the next stage that is needed; false when the stage is no longer as it was read. */
export async function closeStage(
  deps: CloseStageDeps,
  cause: Cause,
  closing: ClosingStage,
): Promise<boolean> {
  const { run, stage, task, responses } = closing;
  const result = buildCrowdResult({
    ...closing,
    earlier: listEarlierAnswers(run, stage),
    ...(await compareAreas(deps, closing)),
  });
  const following = run.stages.filter(({ order }) => order > stage.order);
  const isNeeded = (one: RunStage): boolean =>
    !isDecided(task, responses) || unlessDecided(run, one) !== stage.slug;
  const next = following.find(isNeeded);
  const skipped = following
    .filter((one) => next === undefined || one.order < next.order)
    .map(({ slug }) => slug);
  const ended = { run, stage, responses, result, skipped, next };
  return deps.crowdStages.end(ended, { now: deps.clock.now(), cause });
}

function unlessDecided(run: Run, stage: RunStage): string | undefined {
  const task = taskOf(run, stage);
  return task.kind === 'ask' ? task.unlessDecided : undefined;
}

/** Lists the answers of the crowd stages before this one. */
function listEarlierAnswers(run: Run, { order }: RunStage): readonly Answers[] {
  return run.stages
    .filter((stage) => stage.order < order)
    .flatMap((stage) => {
      const task = taskOf(run, stage);
      return task.kind === 'ask' ? [{ task, responses: stage.responses ?? [] }] : [];
    });
}
