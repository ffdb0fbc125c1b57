import type { CheckResult } from '../../checks/check.ts';
import type { Proposition, Term } from './conclusion.ts';
import { ratioBounds } from './calibration-bound.ts';
import type { StatisticalModel } from './statistical-model.ts';

const ratioFields = {
  manipulated: 'llrManipulated',
  synthetic: 'llrSynthetic',
  authentic: 'llrAuthentic',
} as const satisfies Record<Proposition, keyof CheckResult>;

const propositions = ['manipulated', 'synthetic', 'authentic'] as const;

/**
 * Turns results into the terms of the sum. Structural and context ratios enter as given. A statistical ratio is clamped to
 * what the scenes it was measured on can support, and weighted by the model. Zero ratios give no term.
 */
export function weighEvidence(results: readonly CheckResult[], model: StatisticalModel): Term[] {
  const applicable = results.filter((result) => result.applicability.applicable);
  return applicable.flatMap((result) =>
    propositions.flatMap((proposition) => termOf(result, proposition, model)),
  );
}

function termOf(result: CheckResult, proposition: Proposition, model: StatisticalModel): Term[] {
  const givenLlr = result[ratioFields[proposition]];
  if (givenLlr === 0) return [];
  const basis = proposition === 'authentic' ? result.authenticBasis : null;
  const base = { check: result.check, kind: result.kind, proposition, basis, givenLlr };
  const refusal = refusalOf(result, proposition, model);
  if (refusal !== null) return [{ ...base, llr: 0, counted: false, note: refusal }];
  if (result.kind !== 'statistical')
    return [{ ...base, llr: givenLlr, counted: true, note: 'reviewed ratio' }];
  if (result.calibration === null) return [{ ...base, llr: 0, counted: false, note: 'not calibrated' }];
  const { least, most } = ratioBounds(result.calibration);
  const llr = (model.weights[result.check] ?? 0) * Math.max(least, Math.min(most, givenLlr));
  const note = `measured on ${result.calibration.innocentScenes} innocent scenes`;
  return [{ ...base, llr, counted: true, note }];
}

/** Why a ratio cannot be used, or null. */
function refusalOf(result: CheckResult, proposition: Proposition, model: StatisticalModel): string | null {
  const givenLlr = result[ratioFields[proposition]];
  if (!Number.isFinite(givenLlr)) return 'the check gave no number';
  if (proposition === 'authentic' && (givenLlr < 0 || result.authenticBasis === null)) {
    return 'evidence for authenticity must be positive and name what it rests on';
  }
  if (result.kind !== 'statistical') return null;
  return model.weights[result.check] === undefined ? 'not part of the fitted model' : null;
}

/** Sum of the counted terms for one proposition, log10; for statistical ones the model adds its own terms. */
export function sumFor(
  proposition: 'manipulated' | 'synthetic',
  terms: readonly Term[],
  model: StatisticalModel,
): number {
  const counted = terms.filter((term) => term.counted && term.proposition === proposition);
  const statistical = counted.filter((term) => term.kind === 'statistical').length;
  const offset = statistical === 0 ? 0 : model.intercept + model.perApplicableCheck * statistical;
  return counted.reduce((sum, term) => sum + term.llr, offset);
}
