import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../check/check.ts';
import { createSubject, runChecks } from '../../run/run-checks.ts';
import { isSearchedWhole } from '../../search/searched-part.ts';
import { flaggedLlr } from '../../likelihood/flagged-ratio.ts';
import { check as copyMove } from './check.ts';

const folder = resolve(import.meta.dirname, '../../../../../../shared/media/forged/images');
const absence = /^No part of the picture/u;

describe.skipIf(!existsSync(folder))('copyMove on images altered by other people', () => {
  it('takes two places that overlap for a period, and points at none of them', async () => {
    const result = await runOn('csafe_005.png');
    expect(result.statement).toMatch(/repeats at a distance shorter than itself/u);
    expect(result.llrManipulated).toBeLessThan(flaggedLlr);
    expect(result.locations ?? []).toEqual([]);
  });

  it('states for an image searched whole that no part occurs twice', async () => {
    const { statement, searched = [] } = await runOn('copymove-hsntrq_017.jpg');
    expect(searched.map(({ unit }) => unit)).toEqual(['key point', 'pair', 'place']);
    expect(isSearchedWhole(searched)).toBe(true);
    expect(statement).toMatch(absence);
  });

  it('still points at a copy beside a pattern that overlaps itself', async () => {
    const result = await runOn('copymove-hsntrq_012.jpg');
    expect(result.llrManipulated).toBeGreaterThan(flaggedLlr);
    expect(result.statement).toMatch(/^Two places of the picture agree/u);
  });

  it.each(['brushnet_001.png', 'copymove-hsntrq_014.jpg'])(
    'states no absence for %s, in which places agree below the bound',
    async (name) => {
      const { statement, facts } = await runOn(name);
      expect(statement).not.toMatch(absence);
      expect(facts['candidates']).toBeGreaterThan(0);
    },
  );

  it('names the key points that its limit left out, instead of an absence', async () => {
    const { statement, searched = [] } = await runOn('imd2020_016.jpg');
    expect(isSearchedWhole(searched)).toBe(false);
    expect(statement).toMatch(/^\d+ of \d+ key points were not compared\.$/u);
  });
});

async function runOn(name: string): Promise<CheckResult> {
  const path = join(folder, name);
  const mimeType = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  const subject = createSubject({ path, bytes: readFileSync(path), mimeType, enrichment: {}, claims: {} });
  const [result] = await runChecks([copyMove], subject);
  if (result === undefined) throw new Error('the check gave no result');
  return result;
}
