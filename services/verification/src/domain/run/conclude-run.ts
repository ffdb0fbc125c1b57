import type { Deps } from '../../deps.ts';
import { gatherReportInput } from '../../report/gather-report-input.ts';
import { renderMarkdownReport } from '../../report/markdown.ts';
import { writeContent } from '../../report/write-content.ts';
import { conclude } from '../fusion/conclude.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import { concludeClaims } from '../claim/conclude-claims.ts';
import { judgeClaims } from '../claim/judge-claims.ts';
import { findingsOf } from '../stage/findings.ts';
import { taskOf } from '../stage/stage-task.ts';
import { stageOf } from './run.ts';
import type { Cause, Run } from './run.ts';

/** The last stage: weighs what the others found, and ends the run with its verdict in the same write. */
export async function concludeRun(
  { stages, clock }: Pick<Deps, 'stages' | 'clock'>,
  cause: Cause,
  { run, stageSlug }: { readonly run: Run; readonly stageSlug: string },
): Promise<void> {
  const now = clock.now();
  const results = findingsOf(run);
  const claims = judgeClaims(run.contextData, results);
  const concluded = isAboutClaims(run, stageSlug)
    ? concludeClaims(claims, results)
    : conclude(results, findPipeline(run.pipelineSlug)?.changes);
  const { verdict, confidence, confidenceMeaning, prior, scorecard, explanation } = concluded;
  const input = gatherReportInput(run, {
    ...{ concluded, judged: claims, completedAt: now, pictures: new Map() },
  });
  const report = renderMarkdownReport(writeContent(input));
  const weighed = { verdict, confidence, confidenceMeaning, prior, scorecard: { ...scorecard } };
  const conclusion = { ...weighed, explanation, report, claims };
  const result = { verdict, confidence, summary: explanation, findings: { ...concluded }, artifacts: [] };
  await stages.conclude({ run, stageSlug, result, conclusion }, { now, cause });
}

function isAboutClaims(run: Run, stageSlug: string): boolean {
  const stage = stageOf(run, stageSlug);
  const task = stage && taskOf(run, stage);
  return task?.kind === 'conclude' && task.about === 'claims';
}
