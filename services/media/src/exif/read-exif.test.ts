import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ascii, chunk, exifSegment, jpegOf, latin, pngOf, tiffOf, webpOf } from '../../test/build-media.ts';
import { readExif } from './read-exif.ts';

const photos = path.resolve(import.meta.dirname, '../../../../../shared/media/photos');
const tiff = tiffOf([ascii(0x010f, 'Maker'), ascii(0x0110, 'Model 1'), ascii(0x0131, 'Editor 2')]);

describe('readExif', () => {
  it.each([
    ['image/jpeg', jpegOf(exifSegment(tiff))],
    ['image/png', pngOf(chunk('eXIf', tiff))],
    ['image/webp', webpOf('EXIF', tiff)],
    ['image/webp', webpOf('EXIF', [...latin('Exif\0\0'), ...tiff])],
    ['image/tiff', Uint8Array.from(tiff)],
  ])('reads the same tags from %s', async (mimeType, bytes) => {
    const exif = await readExif(bytes, mimeType);
    expect(exif).toMatchObject({
      make: 'Maker',
      model: 'Model 1',
      software: 'Editor 2',
      dateTimeOriginal: null,
    });
    expect(exif?.structure?.ifds.map((ifd) => ifd.name)).toEqual(['ifd0']);
  });

  it('has no answer where there is no Exif', async () => {
    expect(await readExif(jpegOf(), 'image/jpeg')).toBeNull();
    expect(await readExif(pngOf(), 'image/png')).toBeNull();
    expect(await readExif(Uint8Array.from(latin('nonsense')), 'image/heic')).toBeNull();
    expect(await readExif(new Uint8Array(), 'image/jpeg')).toBeNull();
  });

  it('survives Exif cut off anywhere', async () => {
    for (let length = 0; length < tiff.length; length += 1) {
      await expect(readExif(jpegOf(exifSegment(tiff.slice(0, length))), 'image/jpeg')).resolves.toBeDefined();
    }
  });
});

describe.skipIf(!existsSync(photos))('readExif on photographs (needs the media collection)', () => {
  it('reads what a camera with GPS wrote', async () => {
    const exif = await readExif(path.join(photos, 'gps_DSCN0010.jpg'), 'image/jpeg');
    expect(exif).toMatchObject({
      make: 'NIKON',
      model: 'COOLPIX P6000',
      dateTimeOriginal: '2008:10:22 16:28:39',
      exifVersion: '0220',
      pixelWidth: 640,
    });
    expect(exif?.gps?.latitude).toBeCloseTo(43.467, 2);
    expect(exif?.structure).toMatchObject({ littleEndian: true, hasIfd1: true });
    expect(exif?.structure?.makerNote?.length).toBe(3298);
  });

  it('reads HEIC', async () => {
    const exif = await readExif(path.join(photos, 'IMG_1034.heic'), 'image/heic');
    expect(exif).toMatchObject({ make: 'Apple', model: 'iPhone 8', pixelWidth: 4032 });
    expect(exif?.structure).toMatchObject({
      problems: [],
      makerNote: { length: expect.any(Number) as number },
    });
  });
});
