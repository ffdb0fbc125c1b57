import { check } from '@assay/checks/frames/video-frames/check';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import { numberIn, readRows } from '../../measuring/told-places.ts';
import { calibrateOnVideos } from '../../videos/calibrate-videos.ts';
import type { FilmedCheck } from '../../videos/filmed-check.ts';

export const filmed: FilmedCheck = {
  check,
  changes: ['shown again', 'shown again, coded strongly', 'shown again, made smaller'],
  told: ({ facts }) =>
    facts['isInnocent'] === true
      ? []
      : readRows(facts['places']).map((row) => ({
          seconds: numberIn(row, 'againSeconds'),
          score: numberIn(row, 'frames'),
        })),
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateOnVideos(filmed, work);
}
