import { shareOf } from '@assay/checks/search/change-shares';
import type { CheckResult } from '@assay/checks/check/check';
import type { Proposition, Term } from './conclusion.ts';
import { ratioBounds } from '@assay/checks/likelihood/calibration-bound';
import { mixTraces } from './mix-traces.ts';

const ratioFields = {
  manipulated: 'llrManipulated',
  synthetic: 'llrSynthetic',
  authentic: 'llrAuthentic',
} as const satisfies Record<Proposition, keyof CheckResult>;

const propositions = ['manipulated', 'synthetic', 'authentic'] as const;

/**
 * Turns results into terms. Structural and context ratios enter as given. A statistical ratio is clamped to what the scenes
 * it was measured on can support. Zero ratios give no term.
 */
export function weighEvidence(results: readonly CheckResult[]): Term[] {
  const applicable = results.filter((result) => result.applicability.applicable);
  return applicable.flatMap((result) => propositions.flatMap((proposition) => termOf(result, proposition)));
}

function termOf(result: CheckResult, proposition: Proposition): Term[] {
  const { check, kind, calibration, searchesFor = [] } = result;
  const givenLlr = result[ratioFields[proposition]];
  if (givenLlr === 0) return [];
  const basis = proposition === 'authentic' ? result.authenticBasis : null;
  const base = { check, kind, proposition, basis, searchesFor, givenLlr };
  const refusal = refusalOf(result, proposition);
  if (refusal !== null) return [{ ...base, llr: 0, counted: false, note: refusal }];
  if (kind !== 'statistical' || calibration === null)
    return [{ ...base, llr: givenLlr, counted: true, note: 'reviewed ratio' }];
  const { least, most } = ratioBounds(calibration);
  const llr = Math.max(least, Math.min(most, givenLlr));
  const note = `measured on ${calibration.innocentScenes} innocent scenes`;
  return [{ ...base, llr, counted: true, note }];
}

/** Why a ratio cannot be used, or null. */
function refusalOf(result: CheckResult, proposition: Proposition): string | null {
  const { kind, calibration, authenticBasis, searchesFor = [] } = result;
  const givenLlr = result[ratioFields[proposition]];
  if (!Number.isFinite(givenLlr)) return 'the check gave no number';
  if (proposition === 'authentic' && (givenLlr < 0 || authenticBasis === null)) {
    return 'evidence for authenticity must be positive and name what it rests on';
  }
  if (kind !== 'statistical') return null;
  if (calibration === null) return 'not calibrated';
  return proposition === 'manipulated' && shareOf(searchesFor) === 0
    ? 'looks for no kind of change in particular'
    : null;
}

/**
 * Log10 likelihood ratio of one proposition from the counted terms: structural and context ratios add up, and statistical
 * traces of manipulation are mixed. Traces that were looked for and not found do not weaken what other checks found.
 */
export function sumFor(proposition: 'manipulated' | 'synthetic', terms: readonly Term[]): number {
  const counted = terms.filter((term) => term.counted && term.proposition === proposition);
  const isTrace = ({ kind }: Term): boolean => proposition === 'manipulated' && kind === 'statistical';
  const facts = counted.filter((term) => !isTrace(term));
  const factsSum = facts.reduce((sum, { llr }) => sum + llr, 0);
  const tracesSum = mixTraces(counted.filter(isTrace));
  return factsSum > 0 ? factsSum + Math.max(0, tracesSum) : factsSum + tracesSum;
}
