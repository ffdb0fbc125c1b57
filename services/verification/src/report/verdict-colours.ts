import type { Verdict } from '../domain/fusion/conclusion.ts';
import type { ReportFinding } from './report-content.ts';

/** On white paper; each has a contrast of at least 4.5 to it. */
export const verdictColours: Readonly<Record<Verdict, string>> = {
  authentic: '#0f6b45',
  manipulated: '#b3261e',
  synthetic: '#6b3fa0',
  inconclusive: '#8a5300',
  unverified: '#3c5470',
};

export const findingColours: Readonly<Record<ReportFinding['side'], string>> = {
  good: verdictColours.authentic,
  bad: verdictColours.manipulated,
  made: verdictColours.synthetic,
};
