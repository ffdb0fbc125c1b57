import { check } from '@assay/checks/frames/video-timing/check';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import { numberIn, readRows } from '../../measuring/told-places.ts';
import { calibrateOnVideos } from '../../videos/calibrate-videos.ts';
import type { FilmedCheck } from '../../videos/filmed-check.ts';

export const filmed: FilmedCheck = {
  check,
  changes: ['left out, with a gap', 'left out, closed'],
  told: ({ facts }) =>
    facts['isSteady'] === true
      ? readRows(facts['gaps']).map((row) => ({
          seconds: numberIn(row, 'atSeconds'),
          score: numberIn(row, 'lengthSeconds'),
        }))
      : [],
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateOnVideos(filmed, work);
}
