import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../pixels/copy-move/matching/seeded-random.ts';
import { examineDecoded, pixelsPerFrame, sceneOf, showAgain, withMachine } from '../frames.fixture.ts';
import { check as videoFrames } from './check.ts';

const examine = (frames: Uint8Array) => examineDecoded(videoFrames, { frames });

/** Coding leaves noise of its own, in so many levels. */
function coded(frames: Buffer, levels: number): Buffer {
  const random = seededRandom(7);
  return frames.map((value) =>
    Math.max(0, Math.min(255, Math.round(value + levels * (random() - 0.5)))),
  ) as Buffer;
}

describe('video-frames', () => {
  it('finds pictures that cover others, and leaves the verdict open; coded again they are shown, and not weighed', async () => {
    const forged = showAgain(sceneOf(), 20, 90, 25);
    // Copies in real videos are a third of the motion apart at usual qualities.
    for (const [frames, isExact] of [
      [forged, true],
      [coded(forged, 0.8), true],
      [coded(forged, 4), false],
    ] as const) {
      const result = await examine(frames);
      expect(result).toMatchObject({
        llrManipulated: isExact ? 0.7 : 0,
        facts: { returns: 1, places: [{ firstFrame: 20, againFrame: 90, frames: 25, isExact }] },
      });
      expect(result.locations).toHaveLength(2);
      expect(result.statement).toContain('25 pictures from 0:00.67 on are shown again from 0:03.00 on.');
      expect(result.artifacts.map(({ type }) => type)).toEqual(['timeline']);
    }
  });

  it.each([1, 2, 3, 4])('finds nothing in scene %i that nobody changed', async (seed) => {
    expect(await examine(sceneOf({ seed }))).toMatchObject({ llrManipulated: 0, facts: { returns: 0 } });
  });

  it('takes no weight from a scene that stands still, from loops, and from added and frozen pictures', async () => {
    const still = sceneOf({ speed: 0 });
    expect(await examine(still)).toMatchObject({ llrManipulated: 0, facts: { returns: 0 } });

    const turn = sceneOf({ frames: 30 });
    const loop = await examine(Buffer.concat(Array.from({ length: 5 }, () => turn)));
    expect(loop.llrManipulated).toBe(0);
    expect(loop.statement).toContain('This does not show a deceit: loops and animations return so.');

    const slow = sceneOf({ frames: 60 });
    const doubled = Buffer.concat(
      Array.from({ length: 120 }, (_, i) => {
        const frame = Math.floor(i / 2);
        return slow.subarray(frame * pixelsPerFrame, (frame + 1) * pixelsPerFrame);
      }),
    );
    expect(await examine(doubled)).toMatchObject({
      llrManipulated: 0,
      facts: { returns: 0, stillShare: 0.51 },
    });

    const frozen = sceneOf();
    for (let frame = 61; frame < 70; frame++)
      frozen.set(frozen.subarray(60 * pixelsPerFrame, 61 * pixelsPerFrame), frame * pixelsPerFrame);
    expect(await examine(frozen)).toMatchObject({
      llrManipulated: 0,
      facts: { returns: 0, freezes: [[60, 10]] },
    });
  });

  it('takes what moves in turns for no copy, since nothing jumps where it begins again', async () => {
    const machine = withMachine(sceneOf({ frames: 240, speed: 0 }), 100, 20.1);
    expect(await examine(machine)).toMatchObject({ llrManipulated: 0, facts: { returns: 0 } });
  });

  it('is not applicable to few pictures, to what could not be decoded, and to other files', async () => {
    const applies = async (
      ...input: Parameters<typeof examineDecoded> extends [unknown, ...infer Rest] ? Rest : never
    ) => (await examineDecoded(videoFrames, ...input)).applicability;
    expect(await applies({ frames: sceneOf({ frames: 10 }) })).toMatchObject({ applicable: false });
    expect(await applies({})).toEqual({ applicable: false, reason: 'its pictures could not be decoded' });
    expect(await applies({}, 'audio/wav')).toMatchObject({ applicable: false });
  });
});
