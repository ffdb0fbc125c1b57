import { describe, expect, it } from 'vitest';
import { createLoudnessMeter } from './loudness-meter.ts';

function sine(decibels: number, seconds: number, sampleRate: number): Float32Array {
  const amplitude = 10 ** (decibels / 20);
  return Float32Array.from(
    { length: seconds * sampleRate },
    (_, index) => amplitude * Math.sin((2 * Math.PI * 1000 * index) / sampleRate),
  );
}

/** The first signals of EBU Tech 3341, table 1: a tone of 1000 Hz in both channels. */
function measure(levels: readonly (readonly [decibels: number, seconds: number])[], sampleRate = 48_000) {
  const meter = createLoudnessMeter(sampleRate, 2);
  for (const [decibels, seconds] of levels) {
    const tone = sine(decibels, seconds, sampleRate);
    // In uneven pieces, as decoders give them.
    for (let from = 0; from < tone.length; from += 1153) {
      const piece = tone.subarray(from, from + 1153);
      meter.add([piece, piece]);
    }
  }
  return meter.integrated();
}

describe('integrated loudness, within the 0.1 LU of EBU Tech 3341', () => {
  it.each([48_000, 44_100, 8_000, 96_000])('of a tone at %i Hz is its level', (sampleRate) => {
    expect(Math.abs((measure([[-23, 20]], sampleRate) ?? 0) + 23)).toBeLessThan(0.1);
    expect(Math.abs((measure([[-33, 20]], sampleRate) ?? 0) + 33)).toBeLessThan(0.1);
  });

  it('leaves out what is far quieter than the rest', () => {
    const levels = [
      [-36, 10],
      [-23, 60],
      [-36, 10],
    ] as const;
    expect(Math.abs((measure(levels) ?? 0) + 23)).toBeLessThan(0.1);
  });

  it('leaves out what nobody hears', () => {
    const levels = [
      [-72, 10],
      [-36, 10],
      [-23, 60],
      [-36, 10],
      [-72, 10],
    ] as const;
    expect(Math.abs((measure(levels) ?? 0) + 23)).toBeLessThan(0.1);
  });

  it('is unknown for silence and for less than a block', () => {
    expect(measure([[-120, 5]])).toBeUndefined();
    expect(measure([[-23, 0.3]])).toBeUndefined();
  });
});
