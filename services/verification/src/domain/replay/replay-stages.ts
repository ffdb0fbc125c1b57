import { checkSlugs } from '@assay/checks/registry';
import type { CheckResult } from '@assay/checks/check/check';
import type { Conclusion, Verdict } from '../fusion/conclusion.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import type { StageTask } from '../pipeline/pipeline.ts';
import type { Run } from '../run/run.ts';
import { weighFindings } from '../run/weigh-findings.ts';
import { resultsOf } from '../stage/records/findings.ts';
import type { RunStage } from '../stage/stage.ts';
import { compareConclusions, compareResults, versionsOf } from './compare-stage.ts';
import type { StageComparison } from './compare-stage.ts';

/** A completed run as it was recorded, by the platform or in a bundle. */
export interface RecordedRun extends Pick<Run, 'pipelineSlug' | 'pipelineVersion' | 'contextData'> {
  /** In their order. */
  readonly stages: readonly RecordedStage[];
  readonly concluded: Conclusion;
}

export interface RecordedStage extends Pick<RunStage, 'slug' | 'findings'> {
  readonly task: StageTask;
}

/** What a run finds when it is done again with the checks as they are now. */
export interface Replay {
  readonly verdictBefore: Verdict;
  readonly verdictAfter: Verdict;
  readonly stages: readonly StageComparison[];
}

/** Runs the checks of a stage again, all of which there are. */
export type Examine = (
  stage: RecordedStage,
  task: Extract<StageTask, { readonly kind: 'examine' }>,
) => Promise<readonly CheckResult[]>;

/**
 * Does the stages of a run again and compares. What no check of ours has found, such as the answer of an external detector, is taken as it
 * was recorded; a check that there is no more finds nothing.
 */
export async function replayStages(run: RecordedRun, examine: Examine): Promise<Replay> {
  const stages: StageComparison[] = [];
  const results: CheckResult[] = [];
  let verdictAfter = run.concluded.verdict;
  for (const stage of run.stages) {
    if (stage.task.kind === 'conclude') {
      const { concluded: after } = weighFindings(run, stage.task, results);
      verdictAfter = after.verdict;
      stages.push(concludedStage(run, stage, after));
      continue;
    }
    const before = resultsOf(stage);
    const after = await repeat(stage, before, examine);
    results.push(...after);
    const versions = { versionBefore: versionsOf(before), versionAfter: versionsOf(after) };
    stages.push({ slug: stage.slug, ...compareResults(before, after), ...versions });
  }
  return { verdictBefore: run.concluded.verdict, verdictAfter, stages };
}

async function repeat(
  stage: RecordedStage,
  before: readonly CheckResult[],
  examine: Examine,
): Promise<readonly CheckResult[]> {
  if (stage.task.kind !== 'examine') return before;
  const { checks } = stage.task;
  const known = checks.filter((slug) => checkSlugs.includes(slug));
  const recorded = before.filter(({ check }) => !checks.includes(check));
  return [...(await examine(stage, { kind: 'examine', checks: known })), ...recorded];
}

function concludedStage(run: RecordedRun, { slug }: RecordedStage, after: Conclusion): StageComparison {
  const versionAfter = findPipeline(run.pipelineSlug)?.version ?? '';
  return {
    slug,
    ...compareConclusions(run.concluded, after),
    versionBefore: run.pipelineVersion,
    versionAfter,
  };
}
