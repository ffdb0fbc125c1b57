import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCase } from '../../run/open-case.ts';
import type { CheckResult } from '../../check/check.ts';
import { runCheck } from '../../run/run-checks.ts';
import { check as sensorPattern } from './check.ts';
import { expose, sensor } from './synthetic-sensor.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-sensor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(pictures: readonly Promise<Buffer>[]): Promise<CheckResult> {
  const all = await Promise.all(pictures);
  const paths = all.map((_, index) => path.join(folder, String(index)));
  await Promise.all(all.map((bytes, index) => writeFile(paths[index] ?? '', bytes)));
  const files = all.map((_, index) => ({
    id: String(index),
    name: `${String(index)}.jpg`,
    mimeType: 'image/jpeg',
    enrichment: {},
  }));
  return await runCheck(sensorPattern, openCase({ files, paths, claims: {}, beside: {} }), never);
}

const never = new AbortController().signal;
const scenes = (count: number): number[] => Array.from({ length: count }, (_, scene) => scene);

/** The files found to be of the sensor, by their place. */
function sameSensor({ facts }: CheckResult): number[] {
  const [group] = facts['groups'] as { pictures: { fileId: string; isSameSensor: boolean }[] }[];
  const same = (group?.pictures ?? []).filter(({ isSameSensor }) => isSameSensor);
  return same.map(({ fileId }) => Number(fileId)).toSorted((one, other) => one - other);
}

it('knows the sensor again, whatever the metadata say, and no other one', async () => {
  const one = sensor(1);
  const other = sensor(2);
  const result = await check([
    ...scenes(20).map((scene) => expose({ scene, by: one })),
    expose({ scene: 20, by: one, camera: null }),
    expose({ scene: 21, by: one, camera: 'Maker 2' }),
    expose({ scene: 22, by: other, camera: null }),
    expose({ scene: 23, by: other }),
  ]);
  expect(sameSensor(result)).toEqual(scenes(22));
  expect(result.statement).toBe(
    '20 of 21 pictures that name Maker 1 carry the noise of the same sensor. “20.jpg”, which names no camera, carries it too; ' +
      '“21.jpg”, which names Maker 2, carries it too. In 2 of 24 it does not show, which says nothing against them.',
  );
  expect([result.llrManipulated, result.llrSynthetic, result.llrAuthentic]).toEqual([0, 0, 0]);
  expect(result.artifacts).toMatchObject([{ type: 'table', mimeType: 'application/json' }]);
});

it('takes neither the blocks of a JPEG nor a mark on every picture for a sensor', async () => {
  const result = await check(scenes(22).map((scene) => expose({ scene, by: sensor(scene), isMarked: true })));
  expect(sameSensor(result)).toEqual([]);
  expect(result.statement).toMatch(/^The 22 pictures that name Maker 1 show no noise in common/u);
});

it.each<[string, () => readonly Promise<Buffer>[]]>([
  ['are too few', () => scenes(19).map((scene) => expose({ scene, by: sensor(1) }))],
  ['show the same scene', () => scenes(20).map(() => expose({ scene: 1, by: sensor(1) }))],
  ['name no camera', () => scenes(20).map((scene) => expose({ scene, by: sensor(1), camera: null }))],
  ['are not as large as the camera made them', () => scenes(20).map(enlarged)],
])('says nothing where the references %s', async (_what, pictures) => {
  expect((await check(pictures())).applicability).toMatchObject({ applicable: false });
});

async function enlarged(scene: number): Promise<Buffer> {
  const picture = await expose({ scene, by: sensor(1), camera: null });
  const camera = {
    IFD0: { Make: 'Maker', Model: 'Maker 1' },
    IFD2: { PixelXDimension: '256', PixelYDimension: '256' },
  };
  return await sharp(picture).resize(320).withExif(camera).jpeg().toBuffer();
}
