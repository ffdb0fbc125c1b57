import { check } from '@assay/checks/sound/audio-repeats/check';
import calibrationTable from '@assay/checks/sound/audio-repeats/calibration-table.json' with { type: 'json' };
import { manifest } from '@assay/checks/sound/audio-repeats/manifest';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import { numberIn, readRows } from '../../measuring/told-places.ts';
import { calibrateOnRecordings } from '../../recordings/calibrate-recordings.ts';
import type { RecordedCheck } from '../../recordings/recorded-check.ts';

export const recorded: RecordedCheck = {
  check,
  searchesFor: manifest.searchesFor,
  changes: ['copied within'],
  told: ({ facts }) =>
    readRows(facts['repeats']).flatMap((row) => {
      const score = numberIn(row, 'score');
      return score === 0
        ? []
        : ['startSeconds', 'againSeconds'].map((place) => ({ seconds: numberIn(row, place), score }));
    }),
  table: calibrationTable,
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateOnRecordings(recorded, work);
}
