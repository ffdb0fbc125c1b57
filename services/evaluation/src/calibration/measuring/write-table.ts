import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { findCheckFolder } from '@assay/checks/registry';
import { replaceSource } from './kept-lines.ts';

/** Writes the table that a check loads, `calibration-table.json` in its folder. */
export function writeTable(slug: string, calibration: object): Promise<void> {
  return replaceSource(join(findCheckFolder(slug), 'calibration-table.json'), renderTable(calibration));
}

/** Returns the text of a table. Its version is a hash of the numbers, so that a report names what it rests on. */
export function renderTable(calibration: object): string {
  const version = createHash('sha256').update(inFourDigits(calibration)).digest('hex').slice(0, 12);
  return `${inFourDigits({ version, ...calibration })}\n`;
}

function inFourDigits(value: object): string {
  const shorten = (_key: string, inner: unknown): unknown =>
    typeof inner === 'number' ? Number(inner.toFixed(4)) : inner;
  return JSON.stringify(value, shorten, 2);
}
