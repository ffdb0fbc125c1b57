import { join } from 'node:path';
import { calibrationModule } from '../calibration-module.ts';
import { replaceSource } from '../kept-lines.ts';
import type { ScoreCalibration } from './score-calibration.ts';

/** Writes the module that the check in the folder loads; the folder is one of a kind of check, as `pixels/jpeg-grid`. */
export function writeTable(folder: string, calibration: Omit<ScoreCalibration, 'version'>): Promise<void> {
  const typeModule = '../../calibration/scored/score-calibration.ts';
  const shape = { constant: 'calibrationTable', type: 'ScoreCalibration', typeModule };
  return replaceSource(join(folder, 'calibration-table.ts'), calibrationModule(shape, calibration));
}
