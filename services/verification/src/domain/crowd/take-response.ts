import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import type { AskTask } from '../pipeline/pipeline.ts';
import type { Cause, Run } from '../run/run.ts';
import type { RunStage, StageResponse } from '../stage/stage.ts';
import { findingsOf } from '../stage/records/findings.ts';
import { taskOf } from '../stage/records/stage-task.ts';
import { crowdResult } from './crowd-result.ts';
import { nextStep } from './next-step.ts';

export interface SubmittedResponse extends StageResponse {
  readonly organizationId: string;
  readonly runId: string;
  /** Which attempt at which stage was answered. */
  readonly stageId: string;
}

/** `late`: the stage asks no more. `known`: this response, or one of the same person, was taken before. `unfit`: no such option. */
export type Taken = 'taken' | 'late' | 'known' | 'unfit';

/**
 * Adds a response to the stage that asks, in one write that also ends the stage when enough agree, or when nobody more may be
 * asked, and asks for one more else. ABORTED when other responses come in between too often.
 */
export async function takeResponse(
  deps: Pick<Deps, 'runs' | 'crowdStages' | 'clock'>,
  cause: Cause,
  { organizationId, runId, stageId, ...response }: SubmittedResponse,
): Promise<Taken> {
  return retryOnConflict<Taken>(async () => {
    const run = await deps.runs.find(organizationId, runId);
    const stage = run?.stages.find(({ id, status }) => id === stageId && status === 'awaiting_crowd');
    if (run === undefined || stage === undefined) return 'late';
    const task = taskOf(run, stage);
    if (task.kind !== 'ask' || !task.options.some(({ value }) => value === response.value)) return 'unfit';
    const before = stage.responses ?? [];
    if (before.some(({ id, workerId }) => id === response.id || workerId === response.workerId))
      return 'known';
    return (await add(deps, cause, { run, stage, task, response })) && 'taken';
  });
}

interface Addition {
  readonly run: Run;
  readonly stage: RunStage;
  readonly task: AskTask;
  readonly response: StageResponse;
}

function add(
  { crowdStages, clock }: Pick<Deps, 'crowdStages' | 'clock'>,
  cause: Cause,
  { run, stage, task, response }: Addition,
): Promise<boolean> {
  const responses = [...(stage.responses ?? []), response];
  const step = nextStep(task, responses);
  const at = { now: clock.now(), cause };
  if (step.kind === 'ask') return crowdStages.goOn({ run, stage, responses, wanted: step.wanted }, at);
  const heardBefore = findingsOf(run)
    .filter(({ criterion }) => criterion === 'crowd_agreement')
    .reduce((total, { llrManipulated }) => total + llrManipulated, 0);
  const result = crowdResult(stage, { ...step, task, responses, heardBefore });
  return crowdStages.end({ run, stage, responses, result }, at);
}
