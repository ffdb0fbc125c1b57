import type { Deps } from '../../deps.ts';
import type { PipelineRun, PipelineRunStatus } from './pipeline-run.ts';

/** What has become of a verification run over a single file. */
export interface ToldRun {
  /** The record as it stands then. */
  readonly run: PipelineRun;
  /** 1, and one more with each restart of the run. */
  readonly attempt: number;
}

/** In which order a run of one attempt goes through them; it ends in one way. */
const ranks = { pending: 0, running: 1, completed: 2, failed: 2 } as const satisfies Record<
  PipelineRunStatus,
  number
>;
const ranksPerAttempt = 3;

/**
 * Records what has become of a run. What is told arrives in any order and more than once: whatever came earlier in the run's life than
 * what is recorded changes nothing. Nothing is recorded of a project that is gone.
 */
export async function followRun(
  { projects, pipelineRuns }: Pick<Deps, 'projects' | 'pipelineRuns'>,
  { run, attempt }: ToldRun,
): Promise<void> {
  if ((await projects.find(run.organizationId, run.projectId)) === undefined) return;
  await pipelineRuns.follow(run, attempt * ranksPerAttempt + ranks[run.status]);
}
