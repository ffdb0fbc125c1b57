import { describe, expect, it } from 'vitest';
import { framesPerMoment, haveSameMoments } from './compare-moments.ts';

const size = { width: 160, height: 96 };
const moments = 6;

interface Recording {
  /** The place of the moving figure in each frame, in pixels. */
  readonly walk: (frame: number) => number;
  /** Grey levels of sensor noise. */
  readonly noise: number;
  readonly seed: number;
}

/** Films a still background with sensor noise and a figure of 8 × 14 pixels. */
function record({ walk, noise, seed }: Recording): Uint8Array {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const length = size.width * size.height;
  return Uint8Array.from({ length: length * moments * framesPerMoment }, (_, at) => {
    const frame = Math.floor(at / length);
    const x = at % size.width;
    const y = Math.floor((at % length) / size.width);
    const left = walk(frame);
    const isFigure = x >= left && x < left + 8 && y >= 40 && y < 54;
    const background = 90 + ((x * 7 + y * 13) % 40) + (x > 80 ? 40 : 0);
    return Math.round((isFigure ? 20 : background) + noise * random());
  });
}

const there = (frame: number): number => 10 + frame * 4;
const back = (frame: number): number => 130 - frame * 4;

describe('haveSameMoments', () => {
  it.each([
    ['with other noise', { walk: there, noise: 8, seed: 7 }],
    ['a frame later', { walk: (frame: number) => there(frame - 1), noise: 2, seed: 8 }],
  ])('confirms a recording %s', (_, copy) => {
    const original = record({ walk: there, noise: 2, seed: 1 });
    expect(haveSameMoments(original, record(copy), size)).toBe(true);
  });

  it.each([
    ['another way', back],
    ['nowhere', () => -20],
  ])('does not confirm a recording of the same camera in which a small figure goes %s', (_, walk) => {
    const original = record({ walk: there, noise: 2, seed: 1 });
    expect(haveSameMoments(original, record({ walk, noise: 2, seed: 2 }), size)).toBe(false);
  });

  it('does not confirm recordings that are shorter than a moment', () => {
    expect(haveSameMoments(new Uint8Array(10), new Uint8Array(10), size)).toBe(false);
  });
});
