import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSlugs, findCheckFolder } from '@assay/checks/registry';
import { expect, it } from 'vitest';
import { listCalibrated, loadCalibration } from './calibrations.ts';
import { renderTable } from './measuring/write-table.ts';

const calibrated = listCalibrated(['images', 'recordings', 'videos']);
const findTable = (slug: string): string => join(findCheckFolder(slug), 'calibration-table.json');
const weighedByTable = checkSlugs.filter((slug) => existsSync(findTable(slug)));

it.each(calibrated)('loads the calibration of %s, which is a check', async (slug) => {
  expect(checkSlugs).toContain(slug);
  expect(await loadCalibration(slug)).toEqual(
    expect.objectContaining({ calibrate: expect.any(Function) as unknown }),
  );
});

it('knows no calibration of a check without one', async () => {
  await expect(loadCalibration('astrology')).rejects.toThrow('the check astrology is not calibrated');
});

it('can write every table that a check loads', () => {
  expect(weighedByTable.length).toBeGreaterThan(4);
  expect(calibrated).toEqual(expect.arrayContaining([...weighedByTable]));
});

it.each(weighedByTable)('the table of %s is as the program writes it, with a hash of its numbers', (slug) => {
  const text = readFileSync(findTable(slug), 'utf8');
  const { version: _, ...numbers } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  expect(text).toBe(renderTable(numbers));
});
