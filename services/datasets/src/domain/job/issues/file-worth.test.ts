import { describe, expect, it } from 'vitest';
import type { ImageFeatures } from '../../../cleaning/images/similar/image-features.ts';
import { compareWorth, rateFile } from './file-worth.ts';

function makeFeatures(changes: Partial<ImageFeatures>): ImageFeatures {
  const sizes = { width: 800, height: 600, vector: [], informationBits: 20_000 };
  const origin = { hasCredentials: false, hasCaptureMetadata: false, quality: 80 };
  return { kind: 'image', hash: '', fingerprint: new Uint8Array(), ...sizes, origin, ...changes };
}

const plain = { hasCredentials: false, hasCaptureMetadata: false, quality: 80 };

describe('the better copy', () => {
  it.each<[string, Partial<ImageFeatures>, Partial<ImageFeatures>]>([
    [
      'more pixels before a larger file without loss',
      {},
      { width: 400, height: 300, origin: { ...plain, quality: 101 } },
    ],
    [
      'Content Credentials before the camera',
      { origin: { ...plain, hasCredentials: true } },
      { origin: { ...plain, hasCaptureMetadata: true } },
    ],
    [
      'the camera before quality',
      { origin: { ...plain, hasCaptureMetadata: true } },
      { origin: { ...plain, quality: 101 } },
    ],
    ['a higher quality before bytes', { origin: { ...plain, quality: 90 } }, {}],
  ])('has %s', (_, better, worse) => {
    const first = rateFile(makeFeatures(better), 1_000);
    const second = rateFile(makeFeatures(worse), 9_000);
    expect(compareWorth(first, second)).toBeLessThan(0);
    expect(compareWorth(second, first)).toBeGreaterThan(0);
  });

  it('is the one with more bytes if nothing else differs, also by features without an origin', () => {
    const { origin: _, ...older } = makeFeatures({});
    expect(compareWorth(rateFile(older, 2_000), rateFile(older, 1_000))).toBeLessThan(0);
    expect(compareWorth(rateFile(undefined, 2_000), rateFile(undefined, 2_000))).toBe(0);
  });
});
