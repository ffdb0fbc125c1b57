import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sceneScores } from './measure-files.ts';
import { listOthers } from './others-files.ts';
import type { ScoredCheck } from './scored-check.ts';

const size = { width: 96, height: 64 };

/** Scores every image 1, and points at its left half. */
const leftHalf: ScoredCheck = {
  manifest: { slug: 'left-half', searchesFor: ['inserted-area'] },
  measure: () => Promise.resolve({ score: 1, place: { width: 2, height: 1, data: Uint8Array.of(1, 0) } }),
  forgers: [],
};

it('measures images of the part for calibration, of the changes that the check searches for, where a mask is known', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'others-'));
  const black = sharp({ create: { ...size, channels: 3, background: '#000' } });
  await black.clone().png().toFile(join(folder, 'forged.png'));
  const white = { create: { width: 48, height: 64, channels: 3, background: '#fff' } } as const;
  for (const [name, left] of [
    ['left.png', 0],
    ['right.png', 48],
  ] as const) {
    await black
      .clone()
      .composite([{ input: white, left, top: 0 }])
      .png()
      .toFile(join(folder, name));
  }
  const rows = [
    'path,label,kind,source,mask,scene,split',
    'forged.png,manipulated,splice,a,left.png,harbour,calibrate',
    'forged.png,manipulated,splice,a,right.png,bridge,calibrate',
    'forged.png,manipulated,splice,a,left.png,street,evaluate',
    'forged.png,manipulated,splice,a,,garden,calibrate',
    'forged.png,manipulated,copy-move,a,left.png,market,calibrate',
    'forged.png,pristine,original,a,,station,calibrate',
  ];
  await writeFile(join(folder, 'labels.csv'), rows.join('\n'));
  const tasks = await listOthers(leftHalf, folder);
  const lines = (await Promise.all(tasks.map(({ measure }) => measure()))).flat();
  await rm(folder, { recursive: true });

  expect(lines).toMatchObject([
    { scene: 'harbour', isByOthers: true, isForged: true, placeShare: 1 },
    { scene: 'bridge', isByOthers: true, isForged: true, placeShare: 0 },
  ]);
  expect(sceneScores(lines).map(({ forged }) => forged)).toEqual([[1], [-Infinity]]);
});
