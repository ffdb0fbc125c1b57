import type { Evidence } from '../domain/fusion/conclusion.ts';
import type { ReportCheck, ReportInput } from './report-input.ts';

/** One finding as a reader meets it: the evidence with what its check knows about it. */
export interface EvidenceCard {
  readonly evidence: Evidence;
  /** Null when the check's own result was not handed over. */
  readonly check: ReportCheck | null;
}

export interface SortedEvidence {
  readonly for: readonly EvidenceCard[];
  readonly against: readonly EvidenceCard[];
  /** Checks that worked and weigh nothing. */
  readonly neutral: readonly ReportCheck[];
}

/** Joins the evidence of the conclusion with the checks it came from; a check that speaks twice on a side is shown once. */
export function sortEvidence({ conclusion, stages }: ReportInput): SortedEvidence {
  const checks = stages.flatMap((stage) => stage.checks);
  const cards = (side: readonly Evidence[]): EvidenceCard[] =>
    side
      .filter((item, i) => side.findIndex(({ check }) => check === item.check) === i)
      .map((evidence) => ({ evidence, check: checks.find(({ check }) => check === evidence.check) ?? null }));
  const weighing = new Set(
    [...conclusion.strongest.for, ...conclusion.strongest.against].map(({ check }) => check),
  );
  return {
    for: cards(conclusion.strongest.for),
    against: cards(conclusion.strongest.against),
    neutral: checks.filter(({ check, applicability }) => applicability.applicable && !weighing.has(check)),
  };
}
