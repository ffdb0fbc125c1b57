import { describe, expect, it } from 'vitest';
import type { ImageFeatures } from '../../../cleaning/images/similar/image-features.ts';
import { findUnusableImages } from './find-unusable-images.ts';

function makeFeatures(changes: Partial<ImageFeatures>): ImageFeatures {
  const sizes = { width: 800, height: 600, vector: [0.5, 0.2], informationBits: 20_000, blur: 0.25 };
  return { kind: 'image', hash: '00ff00ff00ff00ff', fingerprint: new Uint8Array(), ...sizes, ...changes };
}

describe('findUnusableImages', () => {
  it.each<[string, Partial<ImageFeatures>, object]>([
    ['blurry', { blur: 0.82 }, { value: 0.82, threshold: 0.7 }],
    ['dark', { vector: [0.03, 0.02] }, { value: 0.05, threshold: 0.12 }],
    ['overexposed', { vector: [0.97, 0.04] }, { value: 0.93, threshold: 0.85 }],
    ['small', { width: 60, height: 90 }, { value: 60, threshold: 128 }],
  ])('finds that an image is %s, with its value and threshold', (type, changes, facts) => {
    const [issue, ...others] = findUnusableImages(3, makeFeatures(changes));
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ place: 3, type });
    expect(issue?.facts?.['threshold']).toBe(Object.values(facts)[1]);
    expect(issue?.facts?.['value']).toBeCloseTo(Object.values(facts)[0] as number);
    expect(issue?.score).toBeGreaterThan(0.5);
    expect(issue?.score).toBeLessThanOrEqual(1);
  });

  it('finds nothing in a usable image, in features without a blur, and in other kinds', () => {
    const { blur: _, ...older } = makeFeatures({});
    expect(findUnusableImages(0, makeFeatures({}))).toEqual([]);
    expect(findUnusableImages(0, older)).toEqual([]);
    const text = {
      kind: 'text',
      signature: '',
      wordCount: 0,
      characterCount: 0,
      language: null,
      vector: [],
    } as const;
    expect(findUnusableImages(0, text)).toEqual([]);
  });
});
