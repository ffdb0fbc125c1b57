import { check } from '@assay/checks/frames/video-coding-rhythm/check';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import { numberIn, readRows } from '../../measuring/told-places.ts';
import { calibrateOnVideos } from '../../videos/calibrate-videos.ts';
import type { FilmedCheck } from '../../videos/filmed-check.ts';

export const filmed: FilmedCheck = {
  check,
  changes: ['coded every 12, then every 50', 'coded every 15, then with pictures between'],
  told: ({ facts }) =>
    readRows([facts['rhythm'] ?? null]).map((row) => ({ seconds: null, score: numberIn(row, 'factor') })),
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateOnVideos(filmed, work);
}
