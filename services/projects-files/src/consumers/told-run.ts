import { PoisonError } from '@assay/chassis/events/poison-error';
import type { SingleFileRun } from '@assay/proto/runs/v1/run_events';
import type { ToldRun } from '../domain/pipeline-run/follow-run.ts';
import type { PipelineRun } from '../domain/pipeline-run/pipeline-run.ts';

interface RunEvent {
  readonly runId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly singleFileRun?: SingleFileRun | undefined;
}

type State = Pick<PipelineRun, 'status'> & Partial<Pick<PipelineRun, 'result' | 'error'>>;

/** What an event tells of a run over a single file; undefined for any other run. */
export function toldRun(event: RunEvent, { status, result, error }: State): ToldRun | undefined {
  const { runId: id, projectId, organizationId, singleFileRun } = event;
  if (singleFileRun === undefined) return undefined;
  const { fileId, pipelineSlug, attempt, createdAt, changedAt: updatedAt } = singleFileRun;
  if (createdAt === undefined || updatedAt === undefined) throw new PoisonError('it says no time');
  if ([id, projectId, organizationId, fileId].includes('')) {
    throw new PoisonError('it names no run, project, organization or file');
  }
  const names = { id, jobId: id, organizationId, projectId, fileId, pipelineSlug };
  return {
    run: { ...names, status, result, error, progress: undefined, createdAt, updatedAt },
    attempt,
  };
}
