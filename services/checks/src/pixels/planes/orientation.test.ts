import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { displayOrder, orientedBox, orientedSize, toOrientation } from './orientation.ts';

const size = { width: 3, height: 2 };
const pixels = Uint8Array.from({ length: 18 }, (_, i) => i * 13);

describe('displayOrder', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8] as const)('shows orientation %d as libvips does', async (orientation) => {
    const stored = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const { data, info } = await sharp(stored).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const shown = [...displayOrder(size, orientation)].flatMap((i) => [...pixels.subarray(i * 3, i * 3 + 3)]);
    expect(orientedSize(size, orientation)).toEqual({ width: info.width, height: info.height });
    expect(shown).toEqual([...data]);
  });
});

describe('orientedBox', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8] as const)('is where orientation %d shows those pixels', (orientation) => {
    const stored = { width: 7, height: 5 };
    const box = { x: 1, y: 2, width: 4, height: 2 };
    const isInside = (index: number): boolean => {
      const x = index % 7;
      const y = Math.floor(index / 7);
      return x >= 1 && x < 5 && y >= 2 && y < 4;
    };
    const shown = orientedBox(box, stored, orientation);
    const { width } = orientedSize(stored, orientation);
    const places = [...displayOrder(stored, orientation)].flatMap((from, at) => (isInside(from) ? [at] : []));
    expect(places.map((at) => [at % width, Math.floor(at / width)])).toEqual(
      Array.from({ length: shown.width * shown.height }, (_, at) => [
        shown.x + (at % shown.width),
        shown.y + Math.floor(at / shown.width),
      ]),
    );
  });
});

describe('toOrientation', () => {
  it('takes anything unknown as upright', () => {
    expect([0, 9, '6', null, undefined].map(toOrientation)).toEqual([1, 1, 1, 1, 1]);
  });
});
