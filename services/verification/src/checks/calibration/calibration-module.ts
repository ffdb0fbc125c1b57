import { createHash } from 'node:crypto';
import type { CopyMoveCalibration } from '../pixels/copy-move/calibration/region-score.ts';

/** The source of calibration-table.ts. The version is a hash of the numbers, so that a report names what it rests on. */
export function calibrationModule(calibration: Omit<CopyMoveCalibration, 'version'>): string {
  const version = createHash('sha256').update(inFourDigits(calibration)).digest('hex').slice(0, 12);
  return [
    "import type { CopyMoveCalibration } from './region-score.ts';",
    '',
    '/** Written by `npm run calibrate`; not to be edited by hand. */',
    `export const copyMoveCalibration: CopyMoveCalibration = ${inFourDigits({ version, ...calibration })};`,
    '',
  ].join('\n');
}

function inFourDigits(value: object): string {
  const shorten = (_key: string, inner: unknown): unknown =>
    typeof inner === 'number' ? Number(inner.toFixed(4)) : inner;
  return JSON.stringify(value, shorten, 2);
}
