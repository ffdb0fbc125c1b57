import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../pixels/copy-move/matching/seeded-random.ts';
import { flaggedLlr } from '../../likelihood/flagged-ratio.ts';
import { check as audioRepeats } from './check.ts';
import { copyWithin, analyseAudio, speechOf, wavFrom } from '../sound.fixture.ts';

const rate = 16_000;
const examine = (samples: Float32Array) => analyseAudio(audioRepeats, wavFrom(samples, rate));

describe('audio-repeats', () => {
  it('finds a piece that was copied over another, with both places', async () => {
    const forged = copyWithin(speechOf(), rate, { from: 2.4321, to: 8.1234, seconds: 1.2 });
    const result = await examine(forged);
    expect(result.llrManipulated).toBeGreaterThanOrEqual(flaggedLlr);
    expect(result).toMatchObject({ kind: 'statistical', calibration: { falseAlarms: 0 } });
    const repeats = result.facts['repeats'] as { startSeconds: number; againSeconds: number }[];
    expect(repeats).toHaveLength(1);
    expect(repeats[0]?.startSeconds).toBeCloseTo(2.43, 1);
    expect(repeats[0]?.againSeconds).toBeCloseTo(8.12, 1);
    expect(result.statement).toMatch(/1\.[12] s at 0:02\.4\d is heard again at 0:08\.1\d, the same in every/);
    expect(result.artifacts.map(({ type, width }) => [type, width])).toEqual([['timeline', 1000]]);
  });

  it('finds noise of the room that covers words, though nothing is heard in it', async () => {
    const quiet = speechOf();
    const pause = speechOf({ seconds: 1, seed: 9 }).subarray(0, 0.15 * rate);
    const room = new Float32Array(0.7 * rate);
    const random = seededRandom(5);
    for (let i = 0; i < room.length; i++) room[i] = 0.004 * (random() + random() + random() - 1.5);
    quiet.set(room, 3 * rate);
    quiet.set(room, 9 * rate + 77);
    quiet.set(pause, 6 * rate);
    expect(await examine(quiet)).toMatchObject({ facts: { pieces: 1 }, artifacts: [{ type: 'timeline' }] });
  });

  it('shows a copy that was coded with loss afterwards, without weight', async () => {
    const forged = copyWithin(speechOf(), rate, { from: 2.4321, to: 8.1234, seconds: 1.2 });
    // Noise that follows the sound 18 dB below it, as coding leaves.
    const random = seededRandom(3);
    const coded = forged.map((value, i) => {
      const level = Math.max(Math.abs(value), Math.abs(forged[i - 1] ?? 0), 0.003);
      return value + 0.125 * level * 2 * (random() - 0.5);
    });
    const result = await examine(coded);
    expect(result.llrManipulated).toBe(0);
    expect(result.facts['score']).toBeGreaterThan(10);
    expect(result.statement).toMatch(/nearly the same\. Copies do so, and so does music;/);
  });

  it('does not take for a copy what slowly goes over into other sound, as what is played twice does', async () => {
    const played = speechOf({ seconds: 20 });
    const from = 2 * rate;
    const to = 11 * rate;
    const length = 4 * rate;
    for (let i = 0; i < length; i++) {
      const near = Math.sin((Math.PI * i) / length) ** 2;
      played[to + i] = near * (played[from + i] ?? 0) + (1 - near) * (played[to + i] ?? 0);
    }
    const result = await examine(played);
    expect(result.facts['pieces']).toBeGreaterThan(0);
    expect(result.facts['score']).toBe(0);
    expect(result.statement).toContain('what surrounds it agrees as well');
  });

  it('tells an exact copy in music of which much is nearly repeated', async () => {
    const random = seededRandom(7);
    const beat = speechOf({ seconds: 0.7, seed: 4, noise: 0.05 });
    const music = speechOf({ seconds: 24, noise: 0.01 });
    for (const at of [1, 3.9, 7.3, 11.2, 15.9, 20.3])
      beat.forEach((value, i) => {
        const place = Math.round(at * rate) + i;
        music[place] = value + 0.01 * (random() - 0.5);
      });
    expect((await examine(music)).facts['score']).toBe(0);
    const forged = await examine(copyWithin(music, rate, { from: 5.1, to: 13.3, seconds: 1.2 }));
    expect(forged.facts['score']).toBeGreaterThan(40);
  });

  it.each([1, 2, 3, 4, 5, 6])('finds nothing in speech %i that nobody changed', async (seed) => {
    const result = await examine(speechOf({ seed, seconds: 20 }));
    expect(result).toMatchObject({ facts: { pieces: 0 }, artifacts: [] });
    expect(result.llrManipulated).toBeLessThanOrEqual(0);
  });

  it('takes no weight from loops, tones, hum and sound without noise', async () => {
    const beat = speechOf({ seconds: 2, seed: 4 });
    const loop = new Float32Array(14 * rate);
    for (let at = 0; at < loop.length; at += beat.length) loop.set(beat, at);
    const result = await examine(loop);
    expect(result.llrManipulated).toBeLessThanOrEqual(0);
    expect(result.statement).toContain('put together from loops');

    const tone = Float32Array.from(
      { length: 8 * rate },
      (_, i) => 0.4 * Math.sin((2 * Math.PI * 997 * i) / rate),
    );
    expect(await examine(tone)).toMatchObject({ facts: { pieces: 0 } });
    const hum = speechOf().map((value, i) => value + 0.3 * Math.sin((2 * Math.PI * 50 * i) / rate));
    expect(await examine(hum)).toMatchObject({ facts: { pieces: 0 } });
    const chord = tone.map((value, i) => value + 0.2 * Math.sin(i * 0.31) + 0.1 * Math.sin(i * 0.77));
    expect(await examine(chord)).toMatchObject({ facts: { pieces: 0 } });

    const ring = speechOf({ seconds: 1, seed: 8 });
    const jingles = new Float32Array(12 * rate);
    jingles.set(ring, rate);
    jingles.set(ring, 8 * rate);
    const rung = await examine(jingles);
    expect(rung).toMatchObject({ applicability: { applicable: false } });
    expect(rung.statement).toContain('produced and not recorded');
  });

  it('is not applicable to silence of a moment, to pictures and to what it cannot decode', async () => {
    const applies = async (
      ...input: Parameters<typeof analyseAudio> extends [unknown, ...infer Rest] ? Rest : never
    ) => (await analyseAudio(audioRepeats, ...input)).applicability.applicable;
    expect(await applies(wavFrom(speechOf({ seconds: 2 }), rate))).toBe(false);
    expect(await applies(Buffer.from('no sound'), { mimeType: 'image/png' })).toBe(false);
    expect(await applies(Buffer.from('no sound'), { mimeType: 'audio/mp4' })).toBe(false);
    expect(await applies(Buffer.from('no sound'), { mimeType: 'audio/mpeg' })).toBe(false);
  });
});
