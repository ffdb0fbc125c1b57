import { expect, it } from 'vitest';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import { speechOf } from '@assay/checks/sound/sound.fixture';
import { drawSoundPiece } from './draw-sound-piece.ts';

const sampleRate = 16_000;
const soundOf = (samples: Float32Array) => ({ sampleRate, samples, isWhole: true });

it('draws two pieces of a second or more that do not touch, both within the sound', () => {
  const sound = soundOf(speechOf({ seconds: 6, sampleRate }));
  for (let seed = 0; seed < 50; seed++) {
    const { from, other, length } = drawSoundPiece(sound, seededRandom(seed)) ?? {
      from: 0,
      other: 0,
      length: 0,
    };
    expect(length).toBeGreaterThanOrEqual(1);
    expect(Math.abs(from - other)).toBeGreaterThan(length);
    expect(Math.min(from, other)).toBeGreaterThan(0);
    expect(Math.max(from, other) + length).toBeLessThan(6);
  }
});

it('draws none of what is silent in one half, or too short', () => {
  const half = speechOf({ seconds: 6, sampleRate }).fill(0, 0, 3 * sampleRate);
  expect(drawSoundPiece(soundOf(half), seededRandom(1))).toBeUndefined();
  expect(drawSoundPiece(soundOf(speechOf({ seconds: 4, sampleRate })), seededRandom(1))).toBeUndefined();
});
