import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wavFrom } from '../../calibration/recordings/wav-from.ts';
import { movieOf } from '../../../../media/test/build-movie.ts';
import { loadChecks } from '@assay/checks/registry';
import { speechOf } from '@assay/checks/sound/sound.fixture';
import { syntheticMediaScreen } from '@assay/verification/domain/pipeline/definitions/synthetic-media-screen';
import { checksOf } from '@assay/verification/domain/pipeline/pipeline';
import { examineAll } from '../examine.ts';
import { judge } from '../judge.ts';
import type { EvaluationCase } from '../evaluation-case.ts';
import { innocentVariants } from '../pictures/innocent-variants.ts';
import type { Scene } from '../scenes.ts';
import { screenCases } from './screen-cases.ts';

const parameters = 'a harbour\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1';
/** FFmpeg is not everywhere; what it does to sound is not what is tested here. */
const makeCases = screenCases({ code: (wav) => Promise.resolve(wav), videos: innocentVideo });

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'screen-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Nor what it does to videos. */
async function* innocentVideo({ name, source, path }: Scene): AsyncGenerator<EvaluationCase> {
  const innocent = { change: null, isLaundered: false, place: null } as const;
  const bytes = await readFile(path);
  yield { ...innocent, scene: name, source, group: 'original', mimeType: 'video/mp4', bytes };
}

async function scene(name: string, source: string, bytes: Uint8Array): Promise<Scene> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { name, source, path, seed: 700_001 };
}

function pictureOf(description: string): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, noise, background: '#888' } });
  return picture
    .withExif({ IFD0: { ImageDescription: description } })
    .png()
    .toBuffer();
}

function casesOf(of: Scene): Promise<EvaluationCase[]> {
  return Array.fromAsync(makeCases(of, of));
}

async function verdictsOf(cases: readonly EvaluationCase[]): Promise<string[]> {
  const checks = await loadChecks(checksOf(syntheticMediaScreen));
  const examined = await examineAll(cases, { checks, extractor: undefined });
  return examined.map((file) => judge(file, syntheticMediaScreen).verdict);
}

it('judges a generated picture as it is, and sent on without what was written into it', async () => {
  const cases = await casesOf(await scene('a.png', 'generated: code', await pictureOf(parameters)));
  expect(cases).toMatchObject([
    { group: 'generated picture', change: 'generated', isLaundered: false, mimeType: 'image/png' },
    { group: 'generated picture, laundered', change: 'generated', isLaundered: true, mimeType: 'image/jpeg' },
  ]);
  expect(await verdictsOf(cases)).toEqual(['synthetic', 'unverified']);
});

it('judges a generated recording, however short, and what is sent on of one that is long enough', async () => {
  const sound = (seconds: number): Uint8Array => wavFrom(speechOf({ seconds }), 16_000);
  const long = await casesOf(await scene('long.wav', 'generated: code', sound(8)));
  const short = await casesOf(await scene('short.wav', 'generated: code', sound(2)));
  const published = { group: 'generated recording', change: 'generated', mimeType: 'audio/wav' };
  expect(long).toMatchObject([published, { group: 'generated recording, laundered', isLaundered: true }]);
  expect(short).toMatchObject([published]);
});

it('makes the innocent versions of what nobody generated, and calls none of them synthetic', async () => {
  const picture = await casesOf(
    await scene('b.png', 'a camera', await pictureOf('Made with a steady hand.')),
  );
  expect(picture.map(({ group }) => group)).toEqual([
    'original',
    ...innocentVariants.map(({ name }) => name),
  ]);
  expect(picture[0]).toMatchObject({ mimeType: 'image/png' });
  const speech = wavFrom(speechOf({ seconds: 8 }), 16_000);
  const recording = await casesOf(await scene('c.wav', 'a voice', speech));
  expect(recording.map(({ group }) => group)).toContain('begun later and made quieter');
  const all = [...picture, ...recording];
  expect(all.every(({ change }) => change === null)).toBe(true);
  expect(new Set(await verdictsOf(all))).toEqual(new Set(['unverified']));
});

it('takes an innocent video, and refuses a generated one, which nothing sends on yet', async () => {
  const bytes = movieOf({});
  const innocent = await casesOf(await scene('d.mp4', 'a camera', bytes));
  expect(innocent).toMatchObject([{ group: 'original', mimeType: 'video/mp4' }]);
  expect(await verdictsOf(innocent)).toEqual(['unverified']);
  const video = await scene('e.mp4', 'generated: code', bytes);
  expect(() => makeCases(video, video)).toThrow('no generated video');
});
