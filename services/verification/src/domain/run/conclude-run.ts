import type { Deps } from '../../deps.ts';
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
  { stages, clock, writeStoredReport }: Pick<Deps, 'stages' | 'clock' | 'writeStoredReport'>,
  cause: Cause,
  { run, stageSlug, task }: ConcludingWork,
): Promise<void> {
  const now = clock.now();
  const findings = weighFindings(run, task, findingsOf(run));
  const { concluded, claims } = findings;
  const price = computePrice(run, concluded);
  const { verdict, confidence, confidenceMeaning, prior, scorecard, explanation } = concluded;
  const { headline, report } = writeStoredReport(run, findings, now);
  const weighed = { verdict, confidence, confidenceMeaning, prior, scorecard: { ...scorecard } };
  const conclusion = { ...weighed, explanation, headline, report, claims };
  const result = { verdict, confidence, summary: explanation, findings: { ...concluded }, artifacts: [] };
  await stages.conclude({ run, stageSlug, result, conclusion, price }, { now, cause });
}
