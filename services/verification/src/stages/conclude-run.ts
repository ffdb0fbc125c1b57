import type { Deps } from '../deps.ts';
import { conclude } from '../domain/fusion/conclude.ts';
import type { Run, RunConclusion } from '../domain/run.ts';
import { runCompleted } from '../events/run-events.ts';
import { renderMarkdownReport } from '../report/markdown.ts';
import { runsCollection } from '../store/runs-store.ts';
import { findingsOf } from './findings.ts';
import { reportInput } from './report-input-of-run.ts';
import type { StageWork } from './examine.ts';

/** The last stage: weighs what the others found, and ends the run with its verdict in the same write. */
export async function concludeRun(deps: Deps, run: Run, cause: StageWork['cause']): Promise<void> {
  const now = deps.clock.now();
  const concluded = conclude(findingsOf(run));
  const { verdict, confidence, scorecard, explanation } = concluded;
  const report = renderMarkdownReport(reportInput(run, { concluded, completedAt: now, pictures: new Map() }));
  const conclusion: RunConclusion = { verdict, confidence, scorecard: { ...scorecard }, explanation, report };
  const ref = { runId: run.id, organizationId: run.organizationId, stageSlug: 'fusion' };
  const result = { verdict, confidence, summary: explanation, findings: { ...concluded }, artifacts: [] };
  const then = { now, events: [runCompleted(run, cause)], conclusion };
  if (await deps.stages.conclude(ref, result, then)) deps.relay.notify(runsCollection, run.id);
}
