import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../pixels/copy-move/matching/seeded-random.ts';
import { examineDecoded } from '../frames.fixture.ts';
import { check as videoCodingRhythm } from './check.ts';

interface Coding {
  readonly pictures?: number;
  /** Of the complete pictures it has now. */
  readonly keys?: number;
  /** At which pictures are larger, and how often as large. */
  readonly rhythm?: number;
  readonly factor?: number;
  readonly isBetween?: boolean;
  readonly seed?: number;
}

/** As FFmpeg writes them: predicted pictures of sizes that vary by a fifth, and complete ones of ten times the size. */
function packetsOf(coding: Coding = {}): string {
  const { pictures = 240, keys = 50, rhythm = 12, factor = 1, isBetween = false, seed = 1 } = coding;
  const random = seededRandom(seed);
  const lines = Array.from({ length: pictures }, (_, i) => {
    const isKey = i % keys === 0;
    const size = 4_000 * (0.8 + 0.4 * random()) * (isKey ? 10 : i % rhythm === 0 ? factor : 1);
    const shown = isBetween && i % 3 !== 0 ? i - 2 : i;
    return `0, ${String(i)}, ${String(shown)}, 1, ${String(Math.round(size))}, 0x1${isKey ? '' : ', F=0x0'}`;
  });
  return ['#tb 0: 1/25', '#media_type 0: video', ...lines, ''].join('\n');
}

const examine = (coding?: Coding) => examineDecoded(videoCodingRhythm, { packets: packetsOf(coding) });

describe('video-coding-rhythm', () => {
  it('tells the distance of complete pictures in an earlier coding, without weight', async () => {
    const result = await examine({ factor: 2 });
    expect(result).toMatchObject({
      llrManipulated: 0,
      llrSynthetic: 0,
      llrAuthentic: 0,
      facts: { rhythm: { period: 12, first: 0 } },
    });
    expect(result.statement).toMatch(/^Every 12 pictures, 19 times, .* says nothing of its content\.$/);
  });

  it.each([1, 2, 3, 4, 5, 6])('finds none in a video %i that was coded once', async (seed) => {
    const result = await examine({ seed, pictures: 600 });
    expect(result.facts).toMatchObject({ rhythm: null });
    expect(result.statement).toBe('The sizes of its pictures show no earlier coding.');
  });

  it('does not take its own rhythm, or layers of prediction, for an earlier one', async () => {
    for (const rhythm of [25, 50, 4])
      expect((await examine({ rhythm, factor: 3 })).facts['rhythm']).toBeNull();
  });

  it('is not applicable without FFmpeg, to short videos, and to pictures predicted from both sides', async () => {
    expect((await examineDecoded(videoCodingRhythm, {})).applicability).toMatchObject({
      reason: 'its streams could not be read, which takes FFmpeg',
    });
    for (const coding of [{ pictures: 40 }, { isBetween: true }])
      expect((await examine(coding)).applicability.applicable).toBe(false);
  });
});
