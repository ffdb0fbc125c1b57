import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { displayOrder, orientedSize, toOrientation } from './orientation.ts';

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

describe('toOrientation', () => {
  it('takes anything unknown as upright', () => {
    expect([0, 9, '6', null, undefined].map(toOrientation)).toEqual([1, 1, 1, 1, 1]);
  });
});
