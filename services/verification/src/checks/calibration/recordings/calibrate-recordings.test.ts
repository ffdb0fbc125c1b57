import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { audioContinuity } from '../../sound/audio-continuity.ts';
import { audioRepeats } from '../../sound/audio-repeats.ts';
import { speechOf } from '../../sound/sound.fixture.ts';
import { readPhotographs } from '../photographs.ts';
import { measureRecording } from './calibrate-recordings.ts';
import { recordedChecks } from './recorded-checks.ts';
import { recordingExtensions } from './recording-files.ts';
import { wavFrom } from './wav-from.ts';

it.each([
  ['audio-repeats', audioRepeats, 'copied within'],
  ['audio-continuity', audioContinuity, 'muted'],
] as const)('measures %s on what is innocent and on a change it has to find', async (slug, check, change) => {
  const folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  await writeFile(join(folder, 'walk_1.wav'), wavFrom(speechOf({ seconds: 14 }), 16_000));
  await writeFile(join(folder, 'short_1.wav'), wavFrom(speechOf({ seconds: 2 }), 16_000));
  await writeFile(join(folder, 'picture.jpg'), '');
  const recordings = await readPhotographs(folder, null, recordingExtensions);
  const recorded = recordedChecks[slug];
  if (recorded === undefined) throw new Error(`${slug} is not measured`);
  const lines = [];
  for (const recording of recordings) lines.push(...(await measureRecording(check, recorded, recording)));
  await rm(folder, { recursive: true });
  expect(lines.map(({ picture, kind }) => [picture, kind])).toEqual([
    ['walk_1.wav', 'original'],
    ['walk_1.wav', 'saved without loss'],
    ['walk_1.wav', 'made quieter'],
    ['walk_1.wav', 'begun later'],
    ['walk_1.wav', change],
  ]);
  const [forged, ...innocent] = lines.toReversed();
  expect(innocent.map(({ score, isForged }) => [score, isForged])).toEqual(Array(4).fill([0, false]));
  expect(forged).toMatchObject({ isForged: true, placeShare: 1 });
  expect(forged?.score).toBeGreaterThan(0.5);
});
