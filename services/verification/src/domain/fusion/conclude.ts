import type { CheckResult } from '@assay/checks/check/check';
import type { Conclusion } from './conclusion.ts';
import { decide } from './decide.ts';
import type { Decision } from './decide.ts';
import { explain } from './explain.ts';
import { roundScore, scoreCriteria } from './scorecard.ts';
import { strongestEvidence } from './strongest-evidence.ts';
import { minInnocentScenes } from '@assay/checks/likelihood/calibration-bound';
import { changesOfImages, coverageOf, searchedChanges } from './search/change-search.ts';
import type { PossibleChanges } from './search/change-search.ts';
import { decisiveChecks } from './decisive-checks.ts';
import { findUnsearched } from './unsearched.ts';
import { prior, rarePrior, underPrior } from './prior.ts';
import { weighEvidence } from './weigh-evidence.ts';

/**
 * Fuses the results of all planned checks of one file into a conclusion. Statistical traces are mixed first,
 * then structural and context ratios are added (ENFSI 2015: likelihood ratios with a stated prior). Deterministic; the
 * order of the results does not matter; a check that was not applicable changes nothing but the coverage.
 */
export function conclude(
  results: readonly CheckResult[],
  possible: PossibleChanges = changesOfImages,
): Conclusion {
  const ordered = results
    .filter(isPlanned)
    .map(refuseUncalibrated)
    .sort((one, other) => one.check.localeCompare(other.check));
  const terms = weighEvidence(ordered);
  const decision = decide(terms);
  const { verdict, posterior } = decision;
  const changes = searchedChanges(ordered, possible);
  const coverage = roundScore(coverageOf(changes));
  const strongest = strongestEvidence(verdict, terms, ordered);
  const notChecked = ordered.flatMap(({ check, applicability }) =>
    applicability.applicable ? [] : [{ check, reason: applicability.reason }],
  );
  const decisive = decisiveChecks(terms);
  const unsearched = findUnsearched(ordered, possible);
  const grounds = {
    verdict,
    ...stateConfidence(decision, coverage),
    changes,
    decisive,
    strongest,
    notChecked,
    ...(unsearched === null ? {} : { unsearched }),
  };
  return {
    ...grounds,
    scorecard: { ...scoreCriteria(ordered, terms), coverage },
    explanation: explain({ ...grounds, posterior }, ordered),
    posterior,
    terms,
  };
}

type Confidence = Pick<Conclusion, 'confidence' | 'confidenceMeaning' | 'prior' | 'confidenceIfRare'>;

function stateConfidence({ verdict, certainty, posterior }: Decision, coverage: number): Confidence {
  if (certainty === null || verdict === 'inconclusive' || verdict === 'unverified') {
    const confidenceMeaning = 'coverage';
    return {
      confidence: coverage,
      confidenceMeaning,
      prior: prior.manipulated,
      confidenceIfRare: null,
    };
  }
  const confidenceIfRare =
    verdict === 'authentic'
      ? null
      : Math.min(certainty, underPrior(posterior[verdict], prior[verdict], rarePrior));
  return { confidence: certainty, confidenceMeaning: 'posterior', prior: prior[verdict], confidenceIfRare };
}

/** A comparison with claims is planned only where there are claims to compare. */
function isPlanned({ kind, applicability }: CheckResult): boolean {
  return kind !== 'context' || applicability.applicable;
}

/** A statistical check whose calibration is too small could not work, whatever it says of itself. */
function refuseUncalibrated(result: CheckResult): CheckResult {
  const calibrated =
    result.kind !== 'statistical' || (result.calibration?.innocentScenes ?? 0) >= minInnocentScenes;
  if (calibrated || !result.applicability.applicable) return result;
  const reason = `${result.check} is calibrated on fewer than ${minInnocentScenes} innocent scenes`;
  return { ...result, applicability: { applicable: false, reason } };
}
