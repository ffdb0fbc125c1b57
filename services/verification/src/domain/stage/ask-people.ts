import type { Deps } from '../../deps.ts';
import type { AskTask } from '../pipeline/pipeline.ts';
import { stageOf } from '../run/run.ts';
import type { Cause, Run } from '../run/run.ts';

/** Asks people what the stage asks; its run awaits them from then on, without a worker and without being late. */
export async function askPeople(
  { crowdStages, clock }: Pick<Deps, 'crowdStages' | 'clock'>,
  cause: Cause,
  { run, stageSlug, task }: { readonly run: Run; readonly stageSlug: string; readonly task: AskTask },
): Promise<void> {
  const stage = stageOf(run, stageSlug);
  if (stage === undefined) return;
  const asked = { run, stage, responses: [], wanted: task.minResponses };
  await crowdStages.ask(asked, { now: clock.now(), cause });
}
