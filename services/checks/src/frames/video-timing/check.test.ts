import { describe, expect, it } from 'vitest';
import { examineDecoded } from '../frames.fixture.ts';
import { check as videoTiming } from './check.ts';

/** As FFmpeg writes them: 25 pictures a second, every tenth a key picture, without the given ones; and sound. */
function packetsOf({ without = [] as readonly number[], soundSeconds = 4 } = {}): string {
  const pictures = Array.from({ length: 100 }, (_, i) => i)
    .filter((i) => !without.includes(i))
    .map((i) => `0, ${String(i * 512)}, ${String(i * 512)}, 512, 900, 0x1${i % 10 === 0 ? '' : ', F=0x0'}`);
  const sound = Array.from(
    { length: Math.floor((soundSeconds * 48_000) / 1024) },
    (_, i) => `1, ${String(i * 1024)}, ${String(i * 1024)}, 1024, 200, 0x2`,
  );
  const head = [
    '#software: Lavf61',
    '#tb 0: 1/12800',
    '#media_type 0: video',
    '#tb 1: 1/48000',
    '#media_type 1: audio',
  ];
  return [...head, ...pictures, ...sound, ''].join('\n');
}

const examine = (packets: string) => examineDecoded(videoTiming, { packets });

describe('video-timing', () => {
  it('tells of a gap and of tracks of different length, without weight', async () => {
    const gap = await examine(packetsOf({ without: [50, 51, 52, 53] }));
    expect(gap).toMatchObject({
      llrManipulated: 0,
      facts: { isSteady: true, gaps: [{ atSeconds: 1.96, lengthSeconds: 0.2 }] },
    });
    expect(gap.statement).toContain('At 0:01.96 no picture comes for 0.20 s');
    const longer = await examine(packetsOf({ soundSeconds: 6 }));
    expect(longer.statement).toContain('The sound lasts 2.0 s longer than the pictures.');
  });

  it('remarks on nothing in a steady video, nor on gaps where the camera chose its rate as it went', async () => {
    const steady = await examine(packetsOf());
    expect(steady).toMatchObject({
      llrManipulated: 0,
      facts: { intervalSeconds: 0.04, gaps: [], keyPictures: { count: 10, longestDistance: 10 } },
    });
    expect(steady.statement).toBe('Its pictures follow each other without a gap.');
    const dropped = [5, 6, 9, 20, 21, 33, 40, 47, 48, 49, 60, 66, 70, 77];
    const phone = await examine(packetsOf({ without: dropped }));
    expect(phone.facts['isSteady']).toBe(false);
    expect(phone.statement).toContain('Its pictures come at uneven times');
  });

  it('takes no gap after the first picture for a place where pictures were cut out', async () => {
    const begun = await examine(packetsOf({ without: [1, 2] }));
    expect(begun).toMatchObject({ facts: { isSteady: true, gaps: [] } });
    expect(begun.statement).toBe('Its pictures follow each other without a gap.');
  });

  it('goes by the times of decoding where a file does not say when pictures are shown', async () => {
    const avi = packetsOf().replaceAll(/^(0, (?!\d*0,)\d+), \d+,/gmu, '$1, -9223372036854775808,');
    expect(avi).toContain('-9223372036854775808');
    expect((await examine(avi)).facts).toMatchObject({ intervalSeconds: 0.04, isSteady: true, gaps: [] });
  });

  it('is not applicable where no streams could be read', async () => {
    expect((await examineDecoded(videoTiming, {})).applicability.applicable).toBe(false);
    expect((await examine('no packets')).applicability.applicable).toBe(false);
  });
});
