import { randomBytes } from 'node:crypto';
import { hammingDistance } from '@assay/media/hash/perceptual-hash';
import { describe, expect, it } from 'vitest';
import { createImageIndex, maxHashDistance } from './image-index.ts';

/** Changes that many different bits. */
function changeBits(hash: string, count: number, start: number): string {
  let bits = BigInt(`0x${hash}`);
  for (let at = 0; at < count; at += 1) bits ^= 1n << BigInt((start + at * 23) % 64);
  return bits.toString(16).padStart(16, '0');
}

function listPairs(hashes: readonly string[]): string[] {
  const index = createImageIndex();
  for (const hash of hashes) index.add(hash);
  return Array.from(index.listCandidates(), (pair) => pair.join('-')).toSorted();
}

describe('the image index', () => {
  it('finds every pair up to the limit and none beyond, each once', () => {
    const hashes = Array.from({ length: 40 }, () => randomBytes(8).toString('hex')).flatMap((hash, at) =>
      [0, 3, 7, 11, 12].map((count) => changeBits(hash, count, at)),
    );
    const expected = hashes.flatMap((hash, at) =>
      hashes
        .slice(0, at)
        .flatMap((other, place) =>
          hammingDistance(hash, other) <= maxHashDistance ? [`${place.toString()}-${at.toString()}`] : [],
        ),
    );
    expect(expected.length).toBeGreaterThan(200);
    expect(listPairs(hashes)).toEqual(expected.toSorted());
  });

  it('finds equal hashes', () => {
    expect(listPairs(['00ff00ff00ff00ff', 'ffffffffffffffff', '00ff00ff00ff00ff'])).toEqual(['0-2']);
  });

  it('compares few of many unrelated hashes', () => {
    const index = createImageIndex();
    for (let at = 0; at < 10_000; at += 1) index.add(randomBytes(8).toString('hex'));
    // 50 million pairs, of which one in 3.7 million is close by chance.
    expect(Array.from(index.listCandidates()).length).toBeLessThan(400);
    expect(index.size).toBe(10_000);
  });

  it('refuses what is no hash', () => {
    expect(() => {
      createImageIndex().add('00ff');
    }).toThrow(RangeError);
  });
});
