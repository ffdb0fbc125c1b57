import type { Run } from './run.ts';
import type { WeighedFindings } from './weigh-findings.ts';

/** Writes what a run stores of its report: it is read without being rendered again (ADR 0010). */
export type WriteStoredReport = (
  run: Run,
  findings: WeighedFindings,
  completedAt: Date,
) => { readonly headline: string; /** Markdown. */ readonly report: string };
