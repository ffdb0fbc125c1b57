import type { Deps } from '../../deps.ts';
import { gatherReportInput } from '../../report/gather-report-input.ts';
import { renderMarkdownReport } from '../../report/markdown.ts';
import { writeHeadline } from '../../report/words/headline.ts';
import { writeContent } from '../../report/write-content.ts';
import type { StageTask } from '../pipeline/pipeline.ts';
import { findingsOf } from '../stage/records/findings.ts';
import type { Cause, Run } from './run.ts';
import { computePrice } from './price/compute-price.ts';
import { weighFindings } from './weigh-findings.ts';

export interface ConcludingWork {
  readonly run: Run;
  readonly stageSlug: string;
  readonly task: Extract<StageTask, { readonly kind: 'conclude' }>;
}

/** The last stage: weighs what the others found, and ends the run with its verdict and its price in the same write. */
export async function concludeRun(
  { stages, clock }: Pick<Deps, 'stages' | 'clock'>,
  cause: Cause,
  { run, stageSlug, task }: ConcludingWork,
): Promise<void> {
  const now = clock.now();
  const results = findingsOf(run);
  const { concluded, claims } = weighFindings(run, task, results);
  const costCents = computePrice(run, concluded);
  const { verdict, confidence, confidenceMeaning, prior, scorecard, explanation } = concluded;
  const input = gatherReportInput(run, { concluded, judged: claims, completedAt: now, pictures: new Map() });
  const report = renderMarkdownReport(writeContent(input));
  const weighed = { verdict, confidence, confidenceMeaning, prior, scorecard: { ...scorecard } };
  const { title: headline } = writeHeadline({
    conclusion: concluded,
    judged: claims,
    files: run.files,
    results,
  });
  const conclusion = { ...weighed, explanation, headline, report, claims };
  const result = { verdict, confidence, summary: explanation, findings: { ...concluded }, artifacts: [] };
  await stages.conclude({ run, stageSlug, result, conclusion, costCents }, { now, cause });
}
