import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check as audioCodingGrid } from './check.ts';
import { codedSound } from './coded-sound.fixture.ts';
import { analyseAudio, speechOf, wavFrom } from '../sound.fixture.ts';

const rate = 44_100;
const recording = resolve(
  import.meta.dirname,
  '../../../../../../shared/media/av/tika_en-AU_(A_Little_Bottle_Of_Water).mp3',
);
const examine = (samples: Float32Array) => analyseAudio(audioCodingGrid, wavFrom(samples, rate));
const without = (samples: Float32Array, from: number, count: number): Float32Array =>
  Float32Array.from([...samples.subarray(0, from), ...samples.subarray(from + count)]);

describe('audio-coding-grid', () => {
  const coded = codedSound(360);

  it('tells that sound was MP3 before, wherever it begins, as an innocent fact', async () => {
    for (const first of [0, 200]) {
      const result = await examine(coded.subarray(first));
      expect(result).toMatchObject({ llrManipulated: 0, facts: { changes: [], grids: [{ share: 1 }] } });
      expect(result.statement).toMatch(
        /^The sound was coded as MP3 before .* says nothing of what is heard\.$/,
      );
    }
  });

  it('shows where a piece was cut out after that coding, without weight', async () => {
    const result = await examine(without(coded, 2 * rate, 12_345));
    expect(result).toMatchObject({ llrManipulated: 0, llrSynthetic: 0 });
    expect(result.statement).toMatch(/^Around 0:0[12]\.\d\d the blocks .* begin anew/);
    const [change] = result.facts['changes'] as { fromOffset: number; toOffset: number }[];
    expect(((change?.fromOffset ?? 0) - (change?.toOffset ?? 0) + 10 * 576) % 576).toBe(12_345 % 576);
    expect(result.artifacts.map(({ type }) => type)).toEqual(['timeline']);
  });

  it('shows where a short piece of other origin was put in', async () => {
    const mixed = codedSound(640);
    mixed.set(codedSound(240, 2).subarray(100, 100 + 3 * rate), 2.5 * rate);
    const { changes } = (await examine(mixed)).facts as { changes: object[] };
    expect(changes).toHaveLength(2);
  });

  it('does not see a cut by whole blocks, nor anything once the sound was slowed down', async () => {
    expect((await examine(without(coded, 2 * rate, 576 * 20))).facts['changes']).toEqual([]);
    const slowed = Float32Array.from({ length: coded.length - 400 }, (_, i) => {
      const at = i * 0.999;
      const low = Math.floor(at);
      const part = at % 1;
      return (coded[low] ?? 0) * (1 - part) + (coded[low + 1] ?? 0) * part;
    });
    expect((await examine(slowed)).statement).toBe('No coding as MP3 shows in the sound.');
  });

  const made: readonly (readonly [string, (at: number) => number])[] = [
    ['a tone', (at) => 0.5 * Math.sin(at / 10)],
    ['pulses as far apart as blocks', (at) => (at % 576 === 0 ? 0.8 : 0)],
    ['a buzz as long as blocks', (at) => (at % 576 < 288 ? 0.3 : -0.3)],
    ['silence', () => 0],
  ];

  it.each(made)('finds nothing in %s', async (_what, sample) => {
    const result = await examine(Float32Array.from({ length: 3.5 * rate }, (_, at) => sample(at)));
    expect(result.facts).toMatchObject({ grids: [], changes: [] });
  });

  it.each([1, 2])('finds nothing in speech %i that was never coded', async (seed) => {
    const result = await examine(speechOf({ seed, sampleRate: rate, seconds: 3.5 }));
    expect(result.facts).toMatchObject({ grids: [], changes: [] });
  });

  it.skipIf(!existsSync(recording))('needs three seconds', async () => {
    const result = await analyseAudio(audioCodingGrid, readFileSync(recording), { mimeType: 'audio/mpeg' });
    expect(result.applicability).toMatchObject({ applicable: false });
  });
});
