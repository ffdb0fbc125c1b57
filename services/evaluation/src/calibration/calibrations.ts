import type { CalibrationWork } from './measuring/calibration-work.ts';
import { calibrateScored } from './scored/calibrate-scored.ts';
import { filmedChecks } from './videos/filmed-checks.ts';
import { recordedChecks } from './recordings/recorded-checks.ts';
import type { ScoredCheck } from './scored/scored-check.ts';

/** The checks that judge a file by one number: a new one is its line here. */
const scoredChecks: Readonly<Record<string, () => Promise<ScoredCheck>>> = {
  'aligned-quantization': async () =>
    (await import('./scored/checks/aligned-quantization.ts')).alignedQuantizationCalibration,
  'double-quantization': async () =>
    (await import('./scored/checks/double-quantization.ts')).doubleQuantizationCalibration,
  'fill-smoothness': async () =>
    (await import('./scored/checks/fill-smoothness.ts')).fillSmoothnessCalibration,
  'jpeg-grid': async () => (await import('./scored/checks/jpeg-grid.ts')).jpegGridCalibration,
};

/** The checks that can be calibrated, by slug. */
export const calibrations: Readonly<Record<string, (work: CalibrationWork) => Promise<void>>> = {
  'copy-move': async (work) => (await import('./copy-move/calibrate.ts')).calibrateCopyMove(work),
  'picture-relations': async (work) =>
    (await import('./relations/calibrate-relations.ts')).calibrateRelations(work),
  ...Object.fromEntries(
    Object.keys(recordedChecks).map((slug) => [
      slug,
      async (work: CalibrationWork) =>
        (await import('./recordings/calibrate-recordings.ts')).calibrateOnRecordings(slug, work),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(filmedChecks).map((slug) => [
      slug,
      async (work: CalibrationWork) =>
        (await import('./videos/calibrate-videos.ts')).calibrateOnVideos(slug, work),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(scoredChecks).map(([slug, load]) => [
      slug,
      async (work: CalibrationWork) => calibrateScored(await load(), work),
    ]),
  ),
};
