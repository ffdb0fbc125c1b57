import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { jpegOf, latin, segment, u16, u32 } from '../../test/build-media.ts';
import type { JpegStructure } from './jpeg-structure.ts';
import { parseJpeg } from './parse-jpeg.ts';
import { saveSignature } from './save-signature.ts';

function parsed(bytes: Uint8Array): JpegStructure {
  const result = parseJpeg(bytes);
  if (!result.ok) throw new Error(result.reason);
  return result.jpeg;
}

const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#a62' } });

describe('saveSignature', () => {
  it('names libjpeg for its tables, and tells standard from optimized Huffman tables', async () => {
    const standard = parsed(await picture.clone().jpeg({ quality: 80, optimiseCoding: false }).toBuffer());
    const optimized = parsed(await picture.clone().jpeg({ quality: 80, optimiseCoding: true }).toBuffer());
    expect(saveSignature(standard)).toMatchObject({ encoder: 'libjpeg', quality: 80, exact: true });
    expect([standard.huffman, optimized.huffman]).toEqual(['standard', 'optimized']);
  });

  it('does not name an encoder at quality 100, where all encoders write ones', async () => {
    expect(saveSignature(parsed(await picture.clone().jpeg({ quality: 100 }).toBuffer())).encoder).toBe(
      'unknown',
    );
  });

  it('names Photoshop by the settings it leaves, for both of its ways to save', () => {
    const adobe = segment(0xee, [...latin('Adobe'), 0, 100, 0, 0, 0, 0, 1]);
    const quality = [
      ...latin('Photoshop 3.0\0'),
      ...latin('8BIM'),
      ...u16(0x0406),
      0,
      0,
      ...u32(6),
      0,
      8,
      0,
      1,
      0,
      3,
    ];
    const ducky = [...latin('Ducky'), 0, 1, 0, 4, 0, 0, 0, 60];
    expect(saveSignature(parsed(jpegOf(adobe, segment(0xed, quality))))).toMatchObject({
      encoder: 'photoshop',
      photoshopQuality: 12,
    });
    expect(saveSignature(parsed(jpegOf(adobe, segment(0xec, ducky)))).photoshopQuality).toBe(60);
  });

  it('calls a file without tables unknown', () => {
    expect(saveSignature(parsed(jpegOf()))).toMatchObject({
      encoder: 'unknown',
      quality: null,
      photoshopQuality: null,
    });
  });
});
