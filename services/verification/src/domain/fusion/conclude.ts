import type { CheckResult } from '../../checks/check.ts';
import type { Conclusion } from './conclusion.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import { positiveEvidence } from './positive-evidence.ts';
import { scoreCriteria } from './scorecard.ts';
import { statisticalModel } from './statistical-model.ts';
import type { StatisticalModel } from './statistical-model.ts';
import { strongestEvidence } from './strongest-evidence.ts';
import { minCalibrationNegatives, sumFor, weighEvidence } from './weigh-evidence.ts';

/**
 * Fuses the results of all planned checks of one file into a conclusion. Statistical ratios are fused by the model first,
 * then structural and context ratios are added (ENFSI 2015: likelihood ratios with a stated prior). Deterministic; the
 * order of the results does not matter; a check that was not applicable changes nothing but the coverage.
 */
export function conclude(
  results: readonly CheckResult[],
  model: StatisticalModel = statisticalModel,
): Conclusion {
  const ordered = results
    .filter(isPlanned)
    .map(refuseUncalibrated)
    .sort((one, other) => one.check.localeCompare(other.check));
  const terms = weighEvidence(ordered, model);
  const sums = {
    manipulated: sumFor('manipulated', terms, model),
    synthetic: sumFor('synthetic', terms, model),
    authentic: positiveEvidence(terms),
  };
  const decision = decide(sums, terms);
  const strongest = strongestEvidence(decision.verdict, terms, ordered);
  const notChecked = ordered.flatMap(({ check, applicability }) =>
    applicability.applicable ? [] : [{ check, reason: applicability.reason }],
  );
  const grounds = { ...decision, strongest, notChecked };
  return {
    ...grounds,
    scorecard: scoreCriteria(ordered, terms),
    explanation: explain(grounds, ordered),
    terms,
  };
}

/** A comparison with claims is planned only where there are claims to compare. */
function isPlanned({ kind, applicability }: CheckResult): boolean {
  return kind !== 'context' || applicability.applicable;
}

/** A statistical check whose calibration is too small could not work, whatever it says of itself. */
function refuseUncalibrated(result: CheckResult): CheckResult {
  const calibrated =
    result.kind !== 'statistical' || (result.calibrationNegatives ?? 0) >= minCalibrationNegatives;
  if (calibrated || !result.applicability.applicable) return result;
  const reason = `${result.check} is calibrated on fewer than ${minCalibrationNegatives} innocent files`;
  return { ...result, applicability: { applicable: false, reason } };
}
