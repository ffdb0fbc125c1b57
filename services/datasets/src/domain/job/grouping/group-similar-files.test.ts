import { describe, expect, it } from 'vitest';
import { createNearDuplicates } from '../../../cleaning/near-duplicates.ts';
import type { NearDuplicates } from '../../../cleaning/near-duplicates.ts';
import type { FileFeatures } from '../../../cleaning/treatment.ts';
import { groupSimilarFiles } from './group-similar-files.ts';
import type { Compare, Grouping } from './group-similar-files.ts';

function makeImage(hash: string): FileFeatures {
  const sizes = { width: 100, height: 100, vector: [], informationBits: 10_000 };
  return { kind: 'image', hash, fingerprint: new Uint8Array(), ...sizes };
}

function makeText(signature: string): FileFeatures {
  return { kind: 'text', signature, wordCount: 9, characterCount: 50, language: null, vector: [] };
}

const confirmAll: Grouping['confirm'] = (_, others) => Promise.resolve(others.map(() => true));

/** Groups files in the order of their places, and counts the comparisons and the files that are read. */
async function group(
  near: NearDuplicates,
  count: number,
  compare: Compare,
  confirm: Grouping['confirm'] = confirmAll,
) {
  let compared = 0;
  let read = 0;
  const groups = await groupSimilarFiles({
    order: Array.from({ length: count }, (_, place) => place),
    listSimilar: (place) => near.listSimilar(place),
    load: (places) => {
      read += places.size;
      return Promise.resolve((a, b) => {
        compared += 1;
        return compare(a, b);
      });
    },
    confirm,
  });
  return { groups, compared, read };
}

const everyone = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

describe('groupSimilarFiles', () => {
  it('compares each of 5,000 copies of one image once', async () => {
    const near = createNearDuplicates();
    for (const place of everyone(5_000)) near.add(place, makeImage('00ff00ff00ff00ff'));
    const { groups, compared, read } = await group(near, 5_000, () => 0.9);
    expect(groups).toEqual([{ keptPlace: 0, places: everyone(5_000), score: 0.9, isConfirmed: true }]);
    expect(compared).toBe(4_999);
    expect(read).toBeLessThan(5_200);
  });

  it('compares images whose hashes are close, and keeps those that differ on their pixels', async () => {
    const near = createNearDuplicates();
    const hashes = ['00ff00ff00ff00ff', '00ff00ff00ff00fe', '00ff00ff00ff00ff', 'ffffffff00000000'];
    for (const [place, hash] of hashes.entries()) near.add(place, makeImage(hash));
    const { groups } = await group(near, 4, (a, b) => (a + b === 1 ? 0.8 : undefined));
    expect(groups).toEqual([{ keptPlace: 0, places: [0, 1], score: 0.8, isConfirmed: true }]);
  });

  it('does not remove a chain of slow changes as a whole', async () => {
    const near = createNearDuplicates();
    for (const place of everyone(4)) near.add(place, makeImage('00ff00ff00ff00ff'));
    const { groups } = await group(near, 4, (a, b) => (Math.abs(a - b) === 1 ? 1 - a / 10 : undefined));
    expect(groups).toEqual([
      { keptPlace: 0, places: [0, 1], score: 1, isConfirmed: true },
      { keptPlace: 2, places: [2, 3], score: 0.8, isConfirmed: true },
    ]);
  });

  it('gives up on an image that many comparisons rejected', async () => {
    const near = createNearDuplicates();
    for (const place of everyone(2_000)) near.add(place, makeImage('0000000000000000'));
    const { groups, compared } = await group(near, 2_000, () => undefined);
    expect(groups).toEqual([]);
    expect(compared).toBeLessThan(2_000 * 51);
  });

  it('groups all copies of one text around the one that is kept', async () => {
    const near = createNearDuplicates();
    const signature = Buffer.alloc(512, 'signature').toString('base64');
    for (const place of everyone(300)) near.add(place, makeText(signature));
    near.add(300, makeText(Buffer.alloc(512, 'another').toString('base64')));
    near.add(301, makeText(''));
    near.add(302, makeText(''));
    const { groups, compared } = await group(near, 303, () => undefined);
    expect(groups).toEqual([{ keptPlace: 0, places: everyone(300), score: 1, isConfirmed: true }]);
    expect(compared).toBe(0);
  });

  it('lists files that are alike but not confirmed, and keeps all of them', async () => {
    const near = createNearDuplicates();
    for (const place of everyone(4)) near.add(place, makeImage('00ff00ff00ff00ff'));
    const isCopy = (kept: number, other: number): boolean => kept === 0 && other === 2;
    const { groups } = await group(
      near,
      4,
      () => 0.9,
      (kept, others) => Promise.resolve(others.map((other) => isCopy(kept, other))),
    );
    expect(groups).toEqual([
      { keptPlace: 0, places: [0, 2], score: 0.9, isConfirmed: true },
      { keptPlace: 0, places: [0, 1, 3], score: 0.9, isConfirmed: false },
      { keptPlace: 1, places: [1, 3], score: 0.9, isConfirmed: false },
    ]);
  });

  it('confirms texts with equal signatures too', async () => {
    const near = createNearDuplicates();
    const signature = Buffer.alloc(512, 'signature').toString('base64');
    for (const place of everyone(2)) near.add(place, makeText(signature));
    const { groups } = await group(
      near,
      2,
      () => undefined,
      (_, others) => Promise.resolve(others.map(() => false)),
    );
    expect(groups).toEqual([{ keptPlace: 0, places: [0, 1], score: 1, isConfirmed: false }]);
  });

  it('compares the content of a file with few others that are only alike', async () => {
    const near = createNearDuplicates();
    for (const place of everyone(500)) near.add(place, makeImage('0000000000000000'));
    let confirmations = 0;
    await group(
      near,
      500,
      () => 0.9,
      (_, others) => {
        confirmations += others.length;
        return Promise.resolve(others.map(() => false));
      },
    );
    expect(confirmations).toBeLessThanOrEqual(500 * 12);
  });
});
