import { describe, expect, it } from 'vitest';
import { colourSide, decodeFingerprint, encodeFingerprint, greySide } from './fingerprint.ts';
import type { Planes } from './fingerprint.ts';

function makePlanes(grey: (x: number, y: number) => number): Planes {
  const colour = new Uint8Array(colourSide ** 2).map((_, at) => 100 + (at % 60));
  return {
    grey: new Uint8Array(greySide ** 2).map((_, at) => grey(at % greySide, Math.floor(at / greySide))),
    blue: colour,
    red: colour.toReversed(),
  };
}

function findLargestError(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (other[at] ?? 0))), 0);
}

describe('encodeFingerprint', () => {
  it.each([
    ['a dark gradient', (x: number, y: number) => Math.floor((x + y) / 40)],
    ['black and white', (x: number, y: number) => (Math.floor(x / 16) % 2 === y % 2 ? 255 : 0)],
  ])('keeps every grey level of %s', (_, grey) => {
    const planes = makePlanes(grey);
    const decoded = decodeFingerprint(encodeFingerprint(planes).bytes);
    expect(decoded.step).toBe(1);
    expect(Buffer.from(decoded.grey).equals(planes.grey)).toBe(true);
    expect(findLargestError(decoded.blue, planes.blue)).toBeLessThanOrEqual(1);
    expect(findLargestError(decoded.red, planes.red)).toBeLessThanOrEqual(1);
  });

  it('takes at most 6,000 bytes for noise, exact within half a step', () => {
    let state = 7;
    const planes = makePlanes(() => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24);
    const { bytes, informationBits } = encodeFingerprint(planes);
    const decoded = decodeFingerprint(bytes);
    expect(bytes.length).toBeLessThanOrEqual(6_000);
    expect(findLargestError(decoded.grey, planes.grey)).toBeLessThanOrEqual(Math.ceil(decoded.step / 2));
    expect(informationBits).toBeGreaterThan(60_000);
  });

  it('counts hardly any bits for one grey level', () => {
    expect(encodeFingerprint(makePlanes(() => 77)).informationBits).toBeLessThan(100);
  });
});

describe('decodeFingerprint', () => {
  it('refuses other bytes', () => {
    expect(() => decodeFingerprint(Uint8Array.of(9, 9, 9))).toThrow(RangeError);
    expect(() => decodeFingerprint(new Uint8Array(0))).toThrow(RangeError);
  });
});
