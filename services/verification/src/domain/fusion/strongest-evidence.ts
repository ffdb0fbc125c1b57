import type { CheckResult } from '@assay/checks/check/check';
import type { Conclusion, Evidence, Term, Verdict } from './conclusion.ts';
import { logRatioToWords } from '@assay/checks/likelihood/verbal-scale';

/** Sorts the counted terms into those for and against the verdict, as Conclusion.strongest says. */
export function strongestEvidence(
  verdict: Verdict,
  terms: readonly Term[],
  results: readonly CheckResult[],
): Conclusion['strongest'] {
  const counted = terms
    .filter((term) => term.counted && term.llr !== 0)
    .sort((one, other) => Math.abs(other.llr) - Math.abs(one.llr) || one.check.localeCompare(other.check));
  const evidence = (selected: readonly Term[]): Evidence[] => selected.map((term) => describe(term, results));
  return {
    for: evidence(counted.filter((term) => supports(term, verdict))),
    against: evidence(counted.filter((term) => opposes(term, verdict))),
  };
}

function supports(term: Term, verdict: Verdict): boolean {
  if (verdict === 'manipulated' || verdict === 'synthetic')
    return term.proposition === verdict && term.llr > 0;
  return speaksForFile(term);
}

/** A finding too weak for any of the verbal equivalents opposes no definite verdict: it answers another question. */
function opposes(term: Term, verdict: Verdict): boolean {
  if (verdict !== 'manipulated' && verdict !== 'synthetic') return !speaksForFile(term);
  const isAboutVerdict = term.proposition === verdict || term.proposition === 'authentic';
  return isAboutVerdict && speaksForFile(term) && logRatioToWords(term.llr, term.kind) !== 'none';
}

function speaksForFile({ proposition, llr }: Term): boolean {
  return proposition === 'authentic' ? llr > 0 : llr < 0;
}

function describe(term: Term, results: readonly CheckResult[]): Evidence {
  return {
    check: term.check,
    statement: results.find((result) => result.check === term.check)?.statement ?? '',
    proposition: term.proposition,
    llr: term.llr,
    verbal: logRatioToWords(term.llr, term.kind),
  };
}
