import { describe, expect, it } from 'vitest';
import type { AudioMeasure } from './measure-audio.ts';
import { planAudio } from './plan-audio.ts';

const sampleRate = 48_000;
const blockFrames = 480;

/** A recording of blocks of 10 ms with these peaks. */
function makeMeasure(
  blocks: readonly (readonly [count: number, peak: number])[],
  levels: Partial<AudioMeasure> = {},
): AudioMeasure {
  const blockPeaks = Float32Array.from(
    blocks.flatMap(([count, peak]) => Array.from({ length: count }, () => peak)),
  );
  return {
    sampleRate,
    channels: 1,
    frames: blockPeaks.length * blockFrames,
    blockFrames,
    blockPeaks,
    shapes: [],
    integrated: -23,
    threshold: -33,
    range: 2,
    truePeak: -5,
    bits: 16,
    ...levels,
  };
}

describe('planAudio', () => {
  it('leaves a recording as it is within 0.5 LU, at -1 dBTP and with short silence at its ends', () => {
    for (const levels of [{}, { integrated: -23.5 }, { integrated: -22.5, truePeak: -1 }])
      expect(
        planAudio(
          makeMeasure(
            [
              [10, 0],
              [200, 0.2],
              [10, 0],
            ],
            levels,
          ),
        ),
      ).toEqual({ kind: 'clean' });
  });

  it('normalizes a recording that is outside of them', () => {
    for (const levels of [{ integrated: -23.6 }, { integrated: -22.4 }, { truePeak: -0.9 }])
      expect(planAudio(makeMeasure([[200, 0.2]], levels))).toEqual({
        kind: 'rewrite',
        trim: undefined,
        needsLoudness: true,
      });
  });

  it('trims longer silence to 20 ms', () => {
    expect(
      planAudio(
        makeMeasure([
          [50, 0.0009],
          [200, 0.2],
          [5, 0],
        ]),
      ),
    ).toEqual({
      kind: 'rewrite',
      needsLoudness: false,
      trim: { start: 48 * blockFrames, end: 252 * blockFrames },
    });
  });

  it('measures silence at the level of the output', () => {
    const soft = makeMeasure(
      [
        [50, 0.0005],
        [200, 0.05],
        [5, 0],
      ],
      { integrated: -33 },
    );
    expect(planAudio(soft)).toMatchObject({ trim: undefined, needsLoudness: true });
    const loud = makeMeasure(
      [
        [50, 0.002],
        [200, 0.8],
        [5, 0],
      ],
      { integrated: -13 },
    );
    expect(planAudio(loud)).toMatchObject({ trim: { start: 48 * blockFrames }, needsLoudness: true });
  });

  it('only trims what is shorter than 0.4 s without its silence', () => {
    const short = makeMeasure(
      [
        [50, 0],
        [30, 0.2],
        [50, 0],
      ],
      { integrated: -30 },
    );
    expect(planAudio(short)).toEqual({
      kind: 'rewrite',
      needsLoudness: false,
      trim: { start: 48 * blockFrames, end: 82 * blockFrames },
    });
    expect(planAudio(makeMeasure([[30, 0.2]], { integrated: undefined }))).toEqual({ kind: 'clean' });
  });

  it('calls a recording silent that never exceeds -60 dBFS', () => {
    expect(planAudio(makeMeasure([[300, 0.00099]], { integrated: -66 }))).toEqual({ kind: 'silent' });
  });
});
