import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { StageFailedError } from '../stage/stage-job.ts';
import { concludedRun } from '../run/concluded-run.ts';
import type { ConcludedRun } from '../run/concluded-run.ts';
import { getRun } from '../run/get-run.ts';
import type { RunRef } from '../run/get-run.ts';
import { runChecks } from '../stage/examine-stage.ts';
import { taskOf } from '../stage/records/stage-task.ts';
import { replayStages } from './replay-stages.ts';
import type { RecordedRun, Replay } from './replay-stages.ts';

type ReplayDeps = Pick<
  Deps,
  'runs' | 'projectFiles' | 'storage' | 'executor' | 'externalDetector' | 'temporaryFolders' | 'replaySlots'
>;

/** Does a completed run again and compares, without changing anything. Errors as ReplayRun says. */
export async function replayRun(deps: ReplayDeps, call: CallContext, ref: RunRef): Promise<Replay> {
  const concluded = concludedRun(await getRun(deps, call, ref), 'the run has nothing to compare with yet');
  const { run } = concluded;
  const fileIds = run.files.map(({ id }) => id);
  await deps.projectFiles.find(call, run.projectId, fileIds);
  const { signal } = call;
  return deps.replaySlots.run(call.organizationId, () =>
    replayStages(recorded(concluded), async ({ slug: stageSlug }, task) => {
      const { results } = await runChecks(deps, { run, stageSlug, task, signal }).catch(refuse);
      return results;
    }),
  );
}

function recorded({ run, concluded }: ConcludedRun): RecordedRun {
  const { pipelineSlug, pipelineVersion, contextData } = run;
  const stages = run.stages.map((stage) => ({
    slug: stage.slug,
    findings: stage.findings,
    task: taskOf(run, stage),
  }));
  return { pipelineSlug, pipelineVersion, contextData, stages, concluded };
}

function refuse(error: unknown): never {
  if (!(error instanceof StageFailedError)) throw error;
  throw new DomainError('FAILED_PRECONDITION', 'UNPROCESSABLE_FILE', 'The checks could not be repeated.', {
    details: { reason: error.message },
  });
}
