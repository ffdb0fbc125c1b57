import type { Deps } from '../../deps.ts';
import { gatherReportInput } from '../../report/gather-report-input.ts';
import { renderMarkdownReport } from '../../report/markdown.ts';
import { conclude } from '../fusion/conclude.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import { findingsOf } from '../stage/findings.ts';
import type { Cause, Run } from './run.ts';

/** The last stage: weighs what the others found, and ends the run with its verdict in the same write. */
export async function concludeRun(
  { stages, clock }: Pick<Deps, 'stages' | 'clock'>,
  cause: Cause,
  { run, stageSlug }: { readonly run: Run; readonly stageSlug: string },
): Promise<void> {
  const now = clock.now();
  const concluded = conclude(findingsOf(run), findPipeline(run.pipelineSlug)?.changes);
  const { verdict, confidence, confidenceMeaning, prior, scorecard, explanation } = concluded;
  const report = renderMarkdownReport(
    gatherReportInput(run, { concluded, completedAt: now, pictures: new Map() }),
  );
  const weighed = { verdict, confidence, confidenceMeaning, prior, scorecard: { ...scorecard } };
  const conclusion = { ...weighed, explanation, report };
  const result = { verdict, confidence, summary: explanation, findings: { ...concluded }, artifacts: [] };
  await stages.conclude({ run, stageSlug, result, conclusion }, { now, cause });
}
