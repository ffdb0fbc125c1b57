import { findPipeline } from '../../pipeline/catalog.ts';
import type { StageTask } from '../../pipeline/pipeline.ts';
import type { Run } from '../../run/run.ts';
import type { RunStage } from '../stage.ts';

/** What a stage of the run does; for a run from before that was kept, as its pipeline says now. */
export function taskOf({ pipelineSlug }: Pick<Run, 'pipelineSlug'>, { slug, task }: RunStage): StageTask {
  if (task !== undefined) return task;
  const found = findPipeline(pipelineSlug)?.stages.find((stage) => stage.slug === slug);
  if (found === undefined) throw new Error(`${pipelineSlug} has no stage ${slug}`);
  return found.task;
}

/** The stage that weighs what the others found. */
export function concludingStage(run: Pick<Run, 'pipelineSlug' | 'stages'>): RunStage | undefined {
  return run.stages.find((stage) => taskOf(run, stage).kind === 'conclude');
}
