import { check } from '@assay/checks/sound/audio-continuity/check';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import { numberIn, readRows } from '../../measuring/told-places.ts';
import { calibrateOnRecordings } from '../../recordings/calibrate-recordings.ts';
import type { RecordedCheck } from '../../recordings/recorded-check.ts';

export const recorded: RecordedCheck = {
  check,
  searchesFor: ['cut-or-joined', 'replaced-sound'],
  changes: ['muted'],
  told: ({ facts }) =>
    readRows(facts['digitalSilence']).map((row) => ({
      seconds: numberIn(row, 'startSeconds'),
      score: numberIn(row, 'lengthSeconds'),
    })),
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateOnRecordings(recorded, work);
}
