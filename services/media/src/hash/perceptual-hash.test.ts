import { describe, expect, it } from 'vitest';
import { hammingDistance, hashSide, perceptualHash } from './perceptual-hash.ts';

const grey = (value: (x: number, y: number) => number): Uint8Array =>
  Uint8Array.from({ length: hashSide ** 2 }, (_, index) =>
    value(index % hashSide, Math.floor(index / hashSide)),
  );
const waves = grey((x, y) => 60 + 30 * Math.sin(x / 3) + 25 * Math.cos((y + x) / 5));

describe('perceptualHash', () => {
  it('is 16 hexadecimal digits with half of its bits set', () => {
    const hash = perceptualHash(waves);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(hammingDistance(hash, '0000000000000000')).toBe(32);
  });

  it('ignores brightness and contrast', () => {
    const brighter = waves.map((value) => value * 2 + 10);
    expect(perceptualHash(brighter)).toBe(perceptualHash(waves));
  });

  it('is the inverse for the negative', () => {
    expect(
      hammingDistance(perceptualHash(waves), perceptualHash(waves.map((value) => 255 - value))),
    ).toBeGreaterThan(60);
  });

  it('refuses a picture of another size', () => {
    expect(() => perceptualHash(new Uint8Array(64))).toThrow(RangeError);
  });
});

describe('hammingDistance', () => {
  it('counts differing bits', () => {
    expect(hammingDistance('ffffffffffffffff', '0000000000000000')).toBe(64);
    expect(hammingDistance('8000000000000001', '0000000000000000')).toBe(2);
    expect(hammingDistance('ABCDEF0123456789', 'abcdef0123456789')).toBe(0);
  });

  it('refuses what is no hash', () => {
    expect(() => hammingDistance('ff', '0000000000000000')).toThrow(RangeError);
  });
});
