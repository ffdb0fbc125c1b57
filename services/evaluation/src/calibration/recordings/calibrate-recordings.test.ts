import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { speechOf } from '@assay/checks/sound/sound.fixture';
import { readPhotographs } from '../measuring/photographs.ts';
import { recorded as audioContinuity } from '../checks/recordings/audio-continuity.ts';
import { recorded as audioRepeats } from '../checks/recordings/audio-repeats.ts';
import { measureRecording } from './calibrate-recordings.ts';
import { recordingExtensions } from './recording-files.ts';
import { innocentChains } from './sound-chains.ts';
import { wavFrom } from './wav-from.ts';

/** FFmpeg is not everywhere; what it does to sound is not what is tested here. */
const echo = (wav: Uint8Array): Promise<Uint8Array> => Promise.resolve(wav);

it.each([
  ['audio-repeats', audioRepeats, 'copied within'],
  ['audio-continuity', audioContinuity, 'muted'],
] as const)('measures %s on what is innocent and on a change it has to find', async (_, recorded, change) => {
  const folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  await writeFile(join(folder, 'walk_1.wav'), wavFrom(speechOf({ seconds: 14 }), 16_000));
  await writeFile(join(folder, 'short_1.wav'), wavFrom(speechOf({ seconds: 2 }), 16_000));
  await writeFile(join(folder, 'picture.jpg'), '');
  const recordings = await readPhotographs(folder, null, recordingExtensions);
  const lines = [];
  for (const recording of recordings)
    lines.push(...(await measureRecording(recorded, { recording, convert: echo })));
  await rm(folder, { recursive: true });
  expect(lines.map(({ picture, kind }) => [picture, kind])).toEqual([
    ['walk_1.wav', 'original'],
    ['walk_1.wav', 'begun later and made quieter'],
    ...innocentChains.map(({ name }) => ['walk_1.wav', name]),
    ['walk_1.wav', change],
    ['walk_1.wav', `${change}, MP3 at 128 kbit/s`],
  ]);
  const forged = lines.splice(-2);
  expect(lines.map(({ score, isForged }) => [score, isForged])).toEqual(Array(5).fill([0, false]));
  expect(forged).toMatchObject(Array(2).fill({ isForged: true, placeShare: 1 }));
  for (const { score } of forged) expect(score).toBeGreaterThan(0.5);
});
