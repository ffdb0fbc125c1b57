import { BSON } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { addToMeasure, finishMeasure, shingleWords, startMeasure } from './similarity/measure-text.ts';
import { textVectorNames } from './text-features.ts';
import type { TextFeatures } from './text-features.ts';
import { confirmNearDuplicate, createTextIndex, groupNearDuplicates } from './text-index.ts';

function readFeatures(...pieces: readonly string[]): TextFeatures {
  const measure = startMeasure();
  for (const piece of pieces) addToMeasure(measure, piece);
  return finishMeasure(measure, 'en');
}

const createGenerator = (seed: number) => {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
};

function makeWords(seed: number, count: number): string[] {
  const below = createGenerator(seed);
  return Array.from({ length: count }, () => `w${below(5_000)}`);
}

/** Replaces a share of the words, each alone. */
function edit(words: readonly string[], edits: number, seed: number): string[] {
  const below = createGenerator(seed);
  const edited = [...words];
  for (let index = 0; index < edits; index += 1)
    edited[below(words.length)] = `x${seed}-${index}`.replace('-', '');
  return edited;
}

/** Computes the Jaccard similarity of all shingles. */
function computeJaccard(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one, other].map(
    (words) =>
      new Set(words.slice(shingleWords - 1).map((_, at) => words.slice(at, at + shingleWords).join(' '))),
  );
  const shared = [...(a ?? [])].filter((shingle) => b?.has(shingle)).length;
  return shared / ((a?.size ?? 0) + (b?.size ?? 0) - shared);
}

describe('text features', () => {
  it('are the same whatever the pieces, the case and the punctuation', () => {
    const text = 'The quick brown fox\njumps over the lazy dog. It barks, of course; the fox laughs.';
    const whole = readFeatures(text);
    expect(readFeatures(text.slice(0, 20), text.slice(20, 26), text.slice(26))).toEqual(whole);
    expect(readFeatures(text.toUpperCase().replaceAll('.', ' !')).signature).toBe(whole.signature);
    expect(whole).toMatchObject({ wordCount: 16, characterCount: text.length, language: 'en' });
  });

  it('have values for short texts, for signs and for scripts without spaces', () => {
    const texts = [
      'yes',
      'no',
      'yes no',
      '???',
      '😀😀',
      '今日は天気がいいですね。',
      '今日は天気が悪いですね。',
    ];
    const signatures = texts.map((text) => readFeatures(text).signature);
    expect(new Set(signatures).size).toBe(texts.length);
    expect(readFeatures('  \n ').signature).toBe('');
  });

  it('survive structured cloning and BSON, below 1.5 kB', () => {
    const features = readFeatures(makeWords(1, 3_000).join(' '));
    expect(structuredClone(features)).toEqual(features);
    const bytes = BSON.serialize(features);
    expect(BSON.deserialize(bytes)).toEqual(features);
    expect(bytes.byteLength).toBeLessThan(1_536);
    expect(features.vector).toHaveLength(textVectorNames.length);
    expect(features.vector.every(Number.isFinite)).toBe(true);
  });
});

describe('near-duplicates of texts', () => {
  it('are found and confirmed as their exact similarity says', () => {
    const index = createTextIndex<number>();
    const bases = Array.from({ length: 300 }, (_, seed) => makeWords(seed + 1, 60 + ((seed * 37) % 600)));
    bases.forEach((words, id) => index.add(id, readFeatures(words.join(' '))));
    const counts = { near: 0, found: 0, reported: 0, right: 0, foreign: 0 };
    for (const [id, words] of bases.entries()) {
      for (const share of [0, 0.01, 0.02, 0.03, 0.05, 0.08]) {
        const edited = edit(words, Math.round(words.length * share), id + 1_000);
        const exact = computeJaccard(words, edited);
        const similar = index.find(readFeatures(edited.join(' ')));
        const isFound = similar.some((one) => one.id === id);
        // The estimate has a standard error of 0.035 near the limit.
        if (exact >= 0.88) counts.near += 1;
        if (exact >= 0.88 && isFound) counts.found += 1;
        counts.reported += similar.length;
        if (isFound && exact >= 0.7) counts.right += 1;
        counts.foreign += similar.filter((one) => one.id !== id).length;
      }
    }
    console.log('near-duplicates of texts', counts);
    expect(counts.near).toBeGreaterThan(500);
    expect(counts.found / counts.near).toBeGreaterThanOrEqual(0.98);
    expect(counts.right / counts.reported).toBeGreaterThanOrEqual(0.99);
    expect(counts.foreign).toBe(0);
  });

  it('have the estimated similarity', () => {
    const words = makeWords(5, 400);
    const edited = edit(words, 4, 9);
    const similarity = confirmNearDuplicate(readFeatures(words.join(' ')), readFeatures(edited.join(' ')));
    expect(similarity).toBeGreaterThan(0.85);
    expect(Math.abs((similarity ?? 0) - computeJaccard(words, edited))).toBeLessThan(0.1);
    expect(confirmNearDuplicate(readFeatures('a b c d e f'), readFeatures('f e d c b a'))).toBeUndefined();
    expect(confirmNearDuplicate(readFeatures(' '), readFeatures(' '))).toBeUndefined();
  });

  it('are grouped around the first text, without chains', () => {
    const first = makeWords(3, 200);
    const second = edit(first, 2, 21);
    const other = makeWords(4, 200);
    const texts = Object.entries({ first, other, second, copy: first, otherCopy: other }).map(
      ([id, words]) => ({
        id,
        features: readFeatures(words.join(' ')),
      }),
    );
    const groups = groupNearDuplicates(texts);
    expect(groups.map(({ kept, duplicates }) => [kept, ...duplicates.map(({ id }) => id)])).toEqual([
      ['first', 'second', 'copy'],
      ['other', 'otherCopy'],
    ]);
  });

  it('take about linear time, also for many copies of one text', () => {
    const copies = Array.from({ length: 3_000 }, (_, id) => ({
      id,
      features: readFeatures('the same text in all of these files'),
    }));
    const started = performance.now();
    expect(groupNearDuplicates(copies)).toHaveLength(1);
    const index = createTextIndex<number>();
    for (const { id, features } of copies) {
      expect(index.find(features).length > 0).toBe(id > 0);
      index.add(id, features);
    }
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
