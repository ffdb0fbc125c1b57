import { describe, expect, it } from 'vitest';
import { createRandom } from '@assay/test-kit/seeded-random';
import { confirmNearDuplicate, createRecordingIndex, groupDuplicates } from './recording-index.ts';
import { maxKeyFrames } from './streams/recording-features.ts';
import type { AudioFeatures, VideoFeatures } from './streams/recording-features.ts';

function makeVideo(seed: number, overrides: Partial<VideoFeatures> = {}): VideoFeatures {
  const random = createRandom(seed * 1_000_003);
  const frameHashes = Array.from({ length: maxKeyFrames }, () =>
    Array.from({ length: 16 }, () => random.below(16).toString(16)).join(''),
  );
  return {
    kind: 'video',
    frameHashes,
    durationSeconds: 10,
    width: 640,
    height: 360,
    vector: [],
    ...overrides,
  };
}

/** Changes `bits` bits of a share of the frames. */
function recode(
  video: VideoFeatures,
  { bits, share, seed }: { bits: number; share: number; seed: number },
): VideoFeatures {
  const random = createRandom(seed);
  const frameHashes = video.frameHashes.map((hash, place) => {
    if (hash === null || place >= share * video.frameHashes.length) return hash;
    let value = BigInt(`0x${hash}`);
    const start = random.below(64);
    for (let bit = 0; bit < bits; bit += 1) value ^= 1n << BigInt((start + bit * 7) % 64);
    return value.toString(16).padStart(16, '0');
  });
  return { ...video, frameHashes };
}

describe('confirmNearDuplicate', () => {
  const video = makeVideo(1);

  it('confirms a copy with small changes, a shift of one frame and a longer last frame', () => {
    expect(confirmNearDuplicate(video, recode(video, { bits: 2, share: 1, seed: 1 }))).toBe(1);
    expect(confirmNearDuplicate(video, recode(video, { bits: 4, share: 1, seed: 1 }))).toBe(1);
    const shifted = {
      ...video,
      frameHashes: [...video.frameHashes.slice(1), makeVideo(2).frameHashes[0] ?? null],
    };
    expect(confirmNearDuplicate(video, shifted)).toBeGreaterThan(0.9);
    expect(confirmNearDuplicate(video, { ...video, durationSeconds: 10.4 })).toBe(1);
  });

  it('refuses other durations, other takes, other orders and flat videos', () => {
    expect(confirmNearDuplicate(video, { ...video, durationSeconds: 11 })).toBeUndefined();
    expect(confirmNearDuplicate(video, recode(video, { bits: 6, share: 0.5, seed: 1 }))).toBeUndefined();
    expect(
      confirmNearDuplicate(video, { ...video, frameHashes: video.frameHashes.toReversed() }),
    ).toBeUndefined();
    const flat = { ...video, frameHashes: video.frameHashes.map(() => null) };
    expect(confirmNearDuplicate(flat, flat)).toBeUndefined();
  });
});

describe('createRecordingIndex', () => {
  it('finds the copies among 2,000 videos and compares few others', () => {
    const index = createRecordingIndex<number>();
    const videos = Array.from({ length: 2_000 }, (_, seed) => makeVideo(seed));
    videos.forEach((video, id) => index.add(id, video));
    for (const id of [0, 999, 1_999]) {
      const copy = recode(videos[id] ?? makeVideo(id), { bits: 2, share: 1, seed: id + 1 });
      expect(index.find(copy)).toEqual([{ id, similarity: 1 }]);
    }
    expect(index.find(makeVideo(5_000))).toEqual([]);
  });

  it('finds audio by its samples alone, and never a video', () => {
    const audio = (decodedSha256: string): AudioFeatures => ({
      kind: 'audio',
      decodedSha256,
      durationSeconds: 3,
      vector: [],
    });
    const index = createRecordingIndex<string>();
    index.add('one', audio('aa'));
    index.add('two', makeVideo(1));
    expect(index.find(audio('aa'))).toEqual([{ id: 'one', similarity: 1 }]);
    expect(index.find(audio('bb'))).toEqual([]);
  });
});

describe('groupDuplicates', () => {
  it('keeps the first of each group and forms no chains', () => {
    const video = makeVideo(1);
    const step = recode(video, { bits: 4, share: 0.5, seed: 3 });
    const farther = recode(step, { bits: 6, share: 0.5, seed: 4 });
    const recordings = [video, makeVideo(2), step, farther, video].map((features, id) => ({ id, features }));
    expect(groupDuplicates(recordings)).toEqual([
      {
        kept: 0,
        duplicates: [
          { id: 2, similarity: 1 },
          { id: 4, similarity: 1 },
        ],
      },
    ]);
  });

  it('groups thousands of copies of one video', () => {
    const video = makeVideo(1);
    const copies = Array.from({ length: 3_000 }, (_, id) => ({ id, features: video }));
    const [group] = groupDuplicates(copies);
    expect(group?.duplicates).toHaveLength(2_999);
  });
});
