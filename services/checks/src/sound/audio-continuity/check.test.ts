import { describe, expect, it } from 'vitest';
import { check as audioContinuity } from './check.ts';
import { analyseAudio, speechOf, wavFrom } from '../sound.fixture.ts';

const rate = 16_000;
const examine = (samples: Float32Array) => analyseAudio(audioContinuity, wavFrom(samples, rate));

describe('audio-continuity', () => {
  it('shows digital silence where a word was, without weight', async () => {
    const muted = speechOf().fill(0, 5.2 * rate, 5.9 * rate);
    const result = await examine(muted);
    expect(result).toMatchObject({
      llrManipulated: 0,
      facts: { digitalSilence: [{ startSeconds: 5.2, lengthSeconds: 0.7 }], backgroundDecibels: [] },
    });
    expect(result.statement).toMatch(/^At 0:05\.20 the recording is digitally silent for 0\.70 s/);
    expect(result.artifacts.map(({ type }) => type)).toEqual(['timeline']);
  });

  it('shows where a piece of another place was joined, without weight', async () => {
    const joined = speechOf({ noise: 0.002 });
    joined.set(speechOf({ noise: 0.02, seed: 2 }).subarray(6 * rate), 6 * rate);
    const result = await examine(joined);
    expect(result.llrManipulated).toBe(0);
    expect(result.statement).toMatch(/changes around 0:0[567]\.00 by (1\d|2\d) dB and stays so/);
    const shifted = speechOf().map((value, i) => value + (i > 7 * rate ? 0.01 : 0));
    expect((await examine(shifted)).statement).toContain(
      'constant offset of its samples changes around 0:07.00',
    );
  });

  it.each([1, 2, 3, 4, 5, 6])('shows nothing in speech %i that nobody changed', async (seed) => {
    const result = await examine(speechOf({ seed, seconds: 20 }));
    expect(result.statement).toBe('No break shows in the background of the recording.');
    expect(result.artifacts).toEqual([]);
  });

  it('takes muted pauses for what a device does, and leaves out silence at the ends', async () => {
    const gated = speechOf({ seconds: 12 });
    for (let at = 0.5; at < 11; at += 0.9)
      gated.fill(0, Math.round(at * rate), Math.round((at + 0.2) * rate));
    expect((await examine(gated)).statement).toContain('muted throughout');
    const framed = speechOf();
    framed.fill(0, 0, 0.4 * rate).fill(0, framed.length - 0.4 * rate);
    expect((await examine(framed)).facts['digitalSilence']).toEqual([]);
  });
});
