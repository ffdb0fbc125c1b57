import type { CalibrationWork } from '../calibration-work.ts';
import { measurePictures } from '../measure-pictures.ts';
import { isHeldOut } from '../photographs.ts';
import { measurePhotograph, sceneScores } from './measure-files.ts';
import { printScored } from './print-scored.ts';
import { calibrationOf } from './score-calibration.ts';
import type { ScoredCheck } from './scored-check.ts';
import { writeTable } from './write-table.ts';

/** Measures what is made of the photographs, and writes and prints the table of the check. */
export async function calibrateScored(check: ScoredCheck, work: CalibrationWork): Promise<void> {
  const tasks = work.photographs.map((photograph) => ({
    picture: photograph.name,
    measure: () => measurePhotograph(check, photograph, work.photographs),
  }));
  const lines = (await measurePictures(tasks, work)).filter(({ source }) => !isHeldOut(source));
  const calibration = calibrationOf(sceneScores(lines));
  if (!work.isDryRun) await writeTable(check.folder, calibration);
  printScored(check, lines, calibration);
}
