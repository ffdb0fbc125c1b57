import { describe, expect, it } from 'vitest';
import { mp3Of } from '../../../../media/test/build-sound.ts';
import { check as audioBandwidth } from './check.ts';
import { decimate } from '../audio-repeats/decimate.ts';
import { analyseAudio, speechOf, wavFrom } from '../sound.fixture.ts';

const rate = 44_100;
/** At 44.1 kHz, of which a low pass left what is below the given frequency. */
function lowPassed(hertz: number): Float32Array {
  const full = speechOf({ seconds: 2, sampleRate: rate, noise: 0.02 });
  const reach = 160;
  const kernel = Float64Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const x = i - reach;
    const sinc = x === 0 ? (2 * hertz) / rate : Math.sin((2 * Math.PI * hertz * x) / rate) / (Math.PI * x);
    return sinc * (0.42 + 0.5 * Math.cos((Math.PI * x) / reach) + 0.08 * Math.cos((2 * Math.PI * x) / reach));
  });
  return full.map((_, i) =>
    kernel.reduce((sum, weight, tap) => sum + weight * (full[i + tap - reach] ?? 0), 0),
  );
}

describe('audio-bandwidth', () => {
  it('finds the edge of a coding at a lower rate, without weight', async () => {
    const wav = wavFrom(lowPassed(11_000), rate);
    const result = await analyseAudio(audioBandwidth, wav);
    expect(result).toMatchObject({
      llrManipulated: 0,
      facts: { isNarrowerThanCoding: true, carriedHertz: 22_050 },
    });
    expect(Math.abs(Number(result.facts['edgeHertz']) - 11_000)).toBeLessThan(500);
    expect(result.statement).toMatch(
      /^Above 1[01]\.\d kHz the recording holds nothing, though 44100 samples/,
    );
  });

  it('remarks on nothing in full sound, in speech at its own low rate, and in an edge near the top', async () => {
    const full = speechOf({ seconds: 2, sampleRate: rate, noise: 0.02 });
    const low = decimate(full, rate);
    for (const [samples, sampleRate] of [
      [full, rate],
      [low.samples, low.sampleRate],
      [lowPassed(19_000), rate],
    ] as const) {
      const result = await analyseAudio(audioBandwidth, wavFrom(samples, Math.round(sampleRate)));
      expect(result.facts).toMatchObject({ isNarrowerThanCoding: false });
      expect(result.llrManipulated).toBe(0);
    }
  });

  it('is not applicable to silence', async () => {
    const result = await analyseAudio(audioBandwidth, mp3Of(3), { mimeType: 'audio/mpeg' });
    expect(result.applicability).toEqual({ applicable: false, reason: 'the recording is silent' });
  });
});
