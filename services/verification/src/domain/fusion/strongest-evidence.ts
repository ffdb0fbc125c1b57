import type { CheckResult } from '../../checks/check.ts';
import type { Conclusion, Evidence, Term, Verdict } from './conclusion.ts';
import { logRatioToWords } from './verbal-scale.ts';

/** Sorts the counted terms into those for and against the verdict; see Conclusion.strongest for the two open verdicts. */
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
    against: evidence(counted.filter((term) => !supports(term, verdict))),
  };
}

function supports(term: Term, verdict: Verdict): boolean {
  const speaksForFile = term.proposition === 'authentic' ? term.llr > 0 : term.llr < 0;
  if (verdict !== 'manipulated' && verdict !== 'synthetic') return speaksForFile;
  return term.proposition === verdict ? term.llr > 0 : !speaksForFile && term.proposition !== 'authentic';
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
