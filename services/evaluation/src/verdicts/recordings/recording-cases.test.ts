import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { innocentChains } from '../../calibration/recordings/sound-chains.ts';
import { wavFrom } from '../../calibration/recordings/wav-from.ts';
import { check as audioContainer } from '@assay/checks/containers/audio-container/check';
import { check as audioRepeats } from '@assay/checks/sound/audio-repeats/check';
import { speechOf } from '@assay/checks/sound/sound.fixture';
import { examineAll } from '../examine.ts';
import { judge } from '../judge.ts';
import type { Scene } from '../scenes.ts';
import { recordingCases } from './recording-cases.ts';

/** FFmpeg is not everywhere; what it does to sound is not what is tested here. */
const makeCases = recordingCases((wav) => Promise.resolve(wav));

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'recordings-'))));
afterAll(() => rm(folder, { recursive: true }));

async function scene(name: string, seconds: number, sampleRate: number): Promise<Scene> {
  const path = join(folder, `${name}.wav`);
  await writeFile(path, wavFrom(speechOf({ seconds }), sampleRate));
  return { name, source: 'own', path, seed: 700_001 };
}

it('makes innocent versions and changes of a recording, of which the copied one is found in its place', async () => {
  const walk = await scene('walk', 14, 16_000);
  const other = await scene('other', 9, 22_050);
  const files = await Array.fromAsync(makeCases(walk, other));
  expect(files.map(({ group, change, isLaundered }) => [group, change, isLaundered])).toEqual([
    ['original', null, false],
    ['begun later and made quieter', null, false],
    ...innocentChains.map(({ name }) => [name, null, false]),
    ...(['copied within', 'cut out', 'taken from another'] as const).flatMap((group, i) => {
      const change = ['copied-sound', 'cut-or-joined', 'replaced-sound'][i];
      return [
        [group, change, false],
        [`${group}, laundered`, change, true],
      ];
    }),
  ]);
  const [original, copied, cut, replaced] = [
    'original',
    'copied within',
    'cut out',
    'taken from another',
  ].map((name) => files.find(({ group }) => group === name));
  expect(cut?.bytes.length).toBeLessThan(original?.bytes.length ?? 0);
  expect(replaced?.bytes.length).toBe(original?.bytes.length);
  expect(changedSeconds(original?.bytes, replaced?.bytes)).toBeGreaterThan(0.9);
  const wavs = [original, copied].flatMap((file) => file ?? []);
  const examined = await examineAll(wavs, {
    checks: [audioContainer, audioRepeats],
    extractor: undefined,
  });
  const judged = examined.map((file) => judge(file, { changes: ['copied-sound'] }));
  expect(judged).toMatchObject([
    { verdict: 'unverified', isPlaceRight: null },
    { verdict: 'inconclusive', isPlaceRight: true },
  ]);
});

it('makes nothing of a recording that has no room for a change', async () => {
  const short = await scene('short', 2, 16_000);
  const other = await scene('long', 8, 16_000);
  expect(await Array.fromAsync(makeCases(short, other))).toEqual([]);
});

/** How many seconds of 16 kHz differ. */
function changedSeconds(one: Uint8Array = Buffer.alloc(0), other: Uint8Array = Buffer.alloc(0)): number {
  return one.filter((value, i) => value !== other[i]).length / 2 / 16_000;
}
