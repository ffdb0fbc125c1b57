import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldsBySource } from './folds.ts';
import { isGenerated, isHeldOut, labelForCalibration, readPhotographs } from './photographs.ts';

describe('readPhotographs', () => {
  it('reads scenes and cameras from labels, and takes an unlisted picture for a scene of its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'photographs-'));
    const labels = join(folder, 'labels.csv');
    await writeFile(
      labels,
      'file,scene group id,camera make/model\n"a.jpg",harbour,"Maker, Inc. ""One"""\nb.jpg,harbour,\n',
    );
    for (const name of ['a.jpg', 'b.jpg', 'walk_0001.jpg', 'notes.txt'])
      await writeFile(join(folder, name), '');
    const photographs = await readPhotographs(folder, labels);
    await rm(folder, { recursive: true });
    expect(photographs.map(({ name, scene, source }) => [name, scene, source])).toEqual([
      ['a.jpg', 'harbour', 'Maker, Inc. "One"'],
      ['b.jpg', 'harbour', 'b'],
      ['walk_0001.jpg', 'walk_0001.jpg', 'walk'],
    ]);
  });
});

describe('foldsBySource', () => {
  it('never fits on what it judges, by source', () => {
    const samples = Array.from({ length: 40 }, (_, i) => ({ source: `camera ${String(i % 7)}` }));
    const folds = foldsBySource(samples);
    for (const { fitted, judged } of folds) {
      const known = new Set(fitted.map(({ source }) => source));
      expect(judged.some(({ source }) => known.has(source))).toBe(false);
    }
    expect(folds.flatMap(({ judged }) => judged)).toHaveLength(40);
  });
});

describe('isHeldOut', () => {
  it('keeps two in five sources for the evaluation, however the name of a camera is spelt', () => {
    const sources = Array.from({ length: 2_000 }, (_, index) => `camera ${String(index)}`);
    const share = sources.filter(isHeldOut).length / sources.length;
    expect(share).toBeGreaterThan(0.36);
    expect(share).toBeLessThan(0.44);
    for (const source of sources.slice(0, 100)) {
      expect(isHeldOut(source.toUpperCase().replace(' ', '_'))).toBe(isHeldOut(source));
    }
  });

  it('keeps all sources that were collected for the evaluation', () => {
    const sources = Array.from({ length: 50 }, (_, index) => `for evaluation: camera ${String(index)}`);
    expect(sources.every(isHeldOut)).toBe(true);
  });

  it('keeps no source that was collected for a calibration', () => {
    const sources = Array.from({ length: 50 }, (_, index) => labelForCalibration(`camera ${String(index)}`));
    expect(sources.some(isHeldOut)).toBe(false);
  });

  it('keeps what generators made from every calibration', () => {
    const sources = Array.from({ length: 50 }, (_, index) => `generated: generator ${String(index)}`);
    expect(sources.every(isHeldOut)).toBe(true);
    expect(sources.every(isGenerated)).toBe(true);
    expect(isGenerated('for evaluation: generated: by nobody')).toBe(false);
  });
});
