import { check } from '@assay/checks/sound/audio-coding-grid/check';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import { numberIn, readRows } from '../../measuring/told-places.ts';
import { calibrateOnRecordings } from '../../recordings/calibrate-recordings.ts';
import type { RecordedCheck } from '../../recordings/recorded-check.ts';

export const recorded: RecordedCheck = {
  check,
  searchesFor: ['cut-or-joined', 'replaced-sound'],
  changes: ['cut out'],
  told: ({ facts }) =>
    readRows(facts['changes']).map((row) => ({
      seconds: (numberIn(row, 'afterSeconds') + numberIn(row, 'beforeSeconds')) / 2,
      score: 1,
    })),
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateOnRecordings(recorded, work);
}
