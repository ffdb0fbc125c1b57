import type { Deps } from '../../deps.ts';
import { followRun } from './follow-run.ts';
import type { PipelineRun } from './pipeline-run.ts';

/** A run that another service has just started. */
export type StartedRun = Pick<
  PipelineRun,
  'id' | 'organizationId' | 'projectId' | 'fileId' | 'pipelineSlug' | 'createdAt'
>;

/** Records runs as pending. It does not change the state that an event has recorded. */
export async function recordPipelineRuns(
  deps: Pick<Deps, 'projects' | 'pipelineRuns'>,
  started: readonly StartedRun[],
): Promise<void> {
  const fresh = { status: 'pending', result: undefined, error: undefined, progress: undefined } as const;
  for (const run of started) {
    const updatedAt = run.createdAt;
    await followRun(deps, { run: { ...run, ...fresh, jobId: run.id, updatedAt }, attempt: 1 });
  }
}
