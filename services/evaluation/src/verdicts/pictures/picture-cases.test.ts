import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromRgb } from '../../calibration/measuring/rgb-image.ts';
import { clutter, size } from '@assay/checks/pixels/copy-move/synthetic-scenes.fixture';
import { listOriginals, othersForgeries } from './others-forgeries.ts';
import { pictureCases } from './picture-cases.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-cases-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function photograph(name: string): Promise<string> {
  const file = path.join(folder, name);
  await fromRgb(clutter()).jpeg({ quality: 95 }).toFile(file);
  return file;
}

describe('forgeries of our own', () => {
  it('are made in several ways and saved by several encoders, the same at every time', async () => {
    const one = await photograph('one.jpg');
    const other = await photograph('other.jpg');
    const kinds = new Set<string>();
    for (const seed of [75, 149, 371, 704]) {
      const scene = (name: string) => ({ name: path.basename(name), source: 'test', path: name, seed });
      const made: string[] = [];
      for await (const { change, isLaundered, mimeType, bytes, place } of pictureCases(
        scene(one),
        scene(other),
      )) {
        if (change === null || isLaundered) continue;
        made.push(`${change} ${mimeType} ${String(bytes.length)}`);
        kinds.add(mimeType);
        expect(place).toMatchObject({ kind: 'pixels', ...size });
      }
      expect(made.length).toBeGreaterThanOrEqual(3);
    }
    expect([...kinds].toSorted()).toEqual(['image/jpeg', 'image/png', 'image/webp']);
  });
});

describe('forgeries by others', () => {
  it('are those of the part for evaluation, with the place that the mask says', async () => {
    await photograph('forged.jpg');
    const white = { create: { width: 100, height: 80, channels: 3, background: '#fff' } } as const;
    const black = { create: { ...size, channels: 3, background: '#000' } } as const;
    const patch = await sharp(white).png().toBuffer();
    await sharp(black)
      .composite([{ input: patch, left: 40, top: 60 }])
      .png()
      .toFile(path.join(folder, 'mask.png'));
    const rows = [
      'path,label,kind,source,mask,scene,split',
      'forged.jpg,manipulated,splice,somebody,mask.png,harbour,evaluate',
      'forged.jpg,manipulated,splice,somebody,mask.png,harbour,calibrate',
      'forged.jpg,manipulated,ai-edit-whole,somebody,,harbour,evaluate',
      'forged.jpg,pristine,original,somebody,,harbour,evaluate',
      'original.jpg,pristine,original,somebody,,bridge,calibrate',
    ];
    await writeFile(path.join(folder, 'labels.csv'), rows.join('\n'));
    const cases = [];
    for await (const one of othersForgeries(folder)) cases.push(one);
    expect(cases).toMatchObject([
      { scene: 'harbour', source: 'somebody', change: 'inserted-area', isByOthers: true, isLaundered: false },
    ]);
    const forCalibration = await Array.fromAsync(othersForgeries(folder, 'calibrate'));
    expect(forCalibration.map(({ change }) => change)).toEqual(['inserted-area']);
    expect(await listOriginals(folder)).toMatchObject([
      { name: 'original.jpg', scene: 'bridge', source: 'for calibration: somebody' },
    ]);
    const place = cases[0]?.place;
    expect(place?.kind === 'pixels' && place.data.filter((inside) => inside === 1).length).toBe(8000);
  });
});
