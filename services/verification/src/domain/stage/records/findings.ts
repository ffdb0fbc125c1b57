import type { CheckResult } from '@assay/checks/check/check';
import type { Conclusion } from '../../fusion/conclusion.ts';
import type { Run } from '../../run/run.ts';
import { concludingStage } from './stage-task.ts';
import type { RunStage } from '../stage.ts';

type StoredResult = Omit<CheckResult, 'artifacts'>;

/** What of the check results is kept in the run's document: everything but the pictures' bytes. */
export function toFindings(results: readonly CheckResult[]): Readonly<Record<string, unknown>> {
  return { checks: results.map(({ artifacts: _pictures, ...result }): StoredResult => result) };
}

/** Every check result of the run's stages so far, in order; pictures are in object storage and not in here. */
export function findingsOf(run: Run): readonly CheckResult[] {
  return run.stages.flatMap(resultsOf);
}

/** The check results of one stage. */
export function resultsOf({ findings }: Pick<RunStage, 'findings'>): readonly CheckResult[] {
  // Written by toFindings when the stage was completed.
  const stored = (findings?.['checks'] ?? []) as readonly StoredResult[];
  return stored.map((result) => ({ ...result, artifacts: [] }));
}

type LaterMember = 'confidenceMeaning' | 'prior' | 'confidenceIfRare' | 'changes' | 'decisive';
/** A conclusion as runs of before hold it: without what was not concluded then. */
type StoredConclusion = Omit<Conclusion, LaterMember> & Partial<Pick<Conclusion, LaterMember>>;

const unsaid = { confidenceMeaning: 'posterior', confidenceIfRare: null, changes: [], decisive: [] } as const;

/** The whole conclusion, as the fusion stage stored it: a later version of the weighing does not change an old run. */
export function conclusionOf(run: Run): Conclusion | undefined {
  const fusion = concludingStage(run);
  if (fusion?.status !== 'completed' || fusion.findings === null) return undefined;
  // Written by concludeRun.
  const stored = fusion.findings as unknown as StoredConclusion;
  return { ...unsaid, prior: stored.posterior.prior, ...stored };
}
