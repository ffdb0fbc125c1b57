import { join } from 'node:path';
import { checksFolder } from '../measuring/checks-folder.ts';
import { calibrationModule } from '../measuring/calibration-module.ts';
import { replaceSource } from '../measuring/kept-lines.ts';
import type { ScoreCalibration } from '@assay/checks/likelihood/score-calibration';

/** Writes the module that the check in a folder loads. @param folder among the sources of checks, as `pixels/jpeg-grid` */
export function writeTable(folder: string, calibration: Omit<ScoreCalibration, 'version'>): Promise<void> {
  const typeModule = '../../likelihood/score-calibration.ts';
  const shape = { constant: 'calibrationTable', type: 'ScoreCalibration', typeModule };
  return replaceSource(
    join(checksFolder, folder, 'calibration-table.ts'),
    calibrationModule(shape, calibration),
  );
}
