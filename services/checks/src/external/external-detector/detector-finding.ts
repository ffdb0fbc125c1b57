import { measuredScenes, scoreLlr } from '../../likelihood/score-calibration.ts';
import { finding, notApplicable } from '../../check/check-result.ts';
import type { CheckResult } from '../../check/check.ts';
import type { DetectorCalibration } from './detector-calibration.ts';
import { manifest } from './manifest.ts';

/** What a detector answered about one file. */
export interface DetectorAnswer {
  readonly detector: string;
  readonly version: string;
  /** Larger is more suspicious. */
  readonly score: number;
}

const limits = [
  'The score comes from a program outside of this platform. How it comes about is not known here; what it weighs is how often scenes of known origin reached it.',
];

/** The result of the external check from what the detector answered; its ratio is what its calibration supports. */
export function detectorFinding(answer: DetectorAnswer, calibration: DetectorCalibration): CheckResult {
  const { detector, version, score } = answer;
  const { proposition } = calibration;
  const searchesFor = changesOf(calibration);
  if (detector !== calibration.detector || version !== calibration.version)
    return detectorNotAsked(
      calibration,
      `${detector} ${version} answered, and ${calibration.detector} ${calibration.version} was calibrated`,
    );
  const llr = scoreLlr(score, calibration, searchesFor);
  return finding(identityOf(calibration), {
    ...(proposition === 'synthetic' ? { llrSynthetic: llr } : { llrManipulated: llr }),
    calibration: measuredScenes(calibration, searchesFor),
    statement: stateScore(score, calibration),
    limits,
    facts: { detector, score },
    parameters: { detectorVersion: version, searchesFor },
  });
}

/** The result where the detector could not be asked, or did not answer as it should. */
export function detectorNotAsked(calibration: DetectorCalibration, reason: string): CheckResult {
  return notApplicable(identityOf(calibration), reason, { detector: calibration.detector });
}

function changesOf({ proposition, searchesFor }: DetectorCalibration): DetectorCalibration['searchesFor'] {
  return proposition === 'synthetic' ? ['generated'] : searchesFor;
}

function identityOf(calibration: DetectorCalibration) {
  const { version, proposition } = calibration;
  return {
    ...manifest,
    version,
    criterion: proposition === 'synthetic' ? manifest.criterion : 'pixel_consistency',
    searchesFor: changesOf(calibration),
  } as const;
}

function stateScore(score: number, { detector, innocentScenes, steps }: DetectorCalibration): string {
  const reached = steps.filter(({ above }) => score > above).at(-1);
  if (reached === undefined)
    return `${detector} answers ${score.toFixed(2)}, as it does for most innocent files.`;
  const share = `${String(reached.falseAlarms)} of ${String(innocentScenes)} innocent scenes`;
  return `${detector} answers ${score.toFixed(2)}; ${share} scored as high.`;
}
