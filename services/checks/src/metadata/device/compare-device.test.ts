import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { readExif } from '@assay/media/exif/read-exif';
import type { ExifRead } from '@assay/media/exif/read-exif';
import { describe, expect, it } from 'vitest';
import { compareDevice } from './compare-device.ts';
import type { DeviceComparison } from './compare-device.ts';
import { findModel } from './known-models.ts';

const photosFolder = resolve(import.meta.dirname, '../../../../../../shared/media/photos');
const photos = existsSync(photosFolder)
  ? readdirSync(photosFolder).filter((name) => name.endsWith('.jpg'))
  : [];

interface Given extends Partial<ExifRead> {
  readonly note?: string;
  readonly size?: readonly [number, number];
}

function compare({ note, size = [4032, 3024], ...given }: Given): DeviceComparison {
  const bytes = Buffer.from(note ?? '', 'latin1');
  const makerNote = note === undefined ? null : { offset: 0, length: bytes.length };
  const structure = {
    littleEndian: true,
    ifds: [],
    makerNote,
    thumbnail: null,
    hasIfd1: false,
    problems: [],
  };
  const exif = { ...silent, structure, ...given };
  return compareDevice(exif, { bytes, width: size[0], height: size[1] });
}

const silent: ExifRead = {
  make: 'Apple',
  model: 'iPhone 7',
  software: null,
  lensModel: null,
  serialNumber: null,
  orientation: null,
  exifVersion: '0221',
  dateTimeOriginal: '2017:05:01 10:00:00',
  dateTimeDigitized: null,
  modifyDate: null,
  offsetTimeOriginal: null,
  offsetTimeDigitized: null,
  subSecTimeOriginal: null,
  subSecTimeDigitized: null,
  exposureTime: null,
  fNumber: null,
  iso: null,
  flash: null,
  focalLength: null,
  focalLengthIn35mm: null,
  pixelWidth: null,
  pixelHeight: null,
  gps: null,
  gpsDate: null,
  gpsTime: null,
  structure: null,
};
const appleNote = 'Apple iOS\0\0\x01MM';

describe('compareDevice', () => {
  it.each<[string, Given, RegExp]>([
    ['a maker note of another maker', { note: 'Nikon\0\x02\x10' }, /names Apple as maker.*nikon/],
    [
      'a model newer than the picture',
      { dateTimeOriginal: '2012:05:01 10:00:00' },
      /taken in 2012.*model of 2016/,
    ],
    [
      'a phone of 2023 in 1999',
      { model: 'iPhone 15', dateTimeOriginal: '1999:07:10 12:00:00' },
      /taken in 1999.*model of 2023/,
    ],
    ['a model newer than the format', { exifVersion: '0210' }, /replaced in 2002/],
  ])('takes %s for a contradiction', (_name, given, text) => {
    const { contradictions } = compare({ note: appleNote, ...given });
    expect(contradictions).toHaveLength(1);
    expect(contradictions[0]).toMatch(text);
  });

  it('takes a picture larger than the model takes for a remark, because enlarging is innocent', () => {
    const compared = compare({ note: appleNote, size: [8064, 6048] });
    expect(compared.contradictions).toEqual([]);
    expect(compared.remarks).toHaveLength(1);
  });

  it.each<[string, Given]>([
    ['none', {}],
    ['one that is not that of Apple', { note: '\x24\0\x01\0' }],
  ])('remarks that an Apple phone has no maker note of Apple: %s', (_what, exif) => {
    const { contradictions, remarks } = compare(exif);
    expect(contradictions).toEqual([]);
    expect(remarks).toEqual([expect.stringContaining("without the maker's own data")]);
    expect(compare({ ...exif, model: 'iPhone 4' }).remarks.join(' ')).not.toContain('own data');
  });

  it.each<[string, Given]>([
    ['the camera that is named', { note: appleNote }],
    ['a panorama', { note: appleNote, size: [12_000, 3_000] }],
    ['a clock that was never set', { note: appleNote, dateTimeOriginal: '2000:01:01 00:00:00' }],
    ['a Huawei phone, which writes Exif 2.1', { make: 'HUAWEI', model: 'Nexus 6P', exifVersion: '0210' }],
    [
      'an unknown model',
      { model: 'iPhone 99', dateTimeOriginal: '2001:05:01 10:00:00', size: [9_000, 9_000] },
    ],
    ['an unknown maker', { make: 'Nobody', note: 'Nikon\0\x02\x10' }],
    ['a maker note that names no maker', { make: 'samsung', model: 'SM-G930F', note: '\x24\0\x01\0' }],
    ['a partner that shares the maker note', { make: 'LEICA', model: 'D-LUX 3', note: 'Panasonic\0\0\0' }],
    ['a smaller picture', { note: appleNote, size: [1_280, 960] }],
  ])('finds nothing against %s', (_name, given) => {
    const { contradictions, remarks } = compare(given);
    expect([...contradictions, ...remarks]).toEqual([]);
  });

  it('takes a camera for confirmed by its maker note or by being known, and by nothing else', () => {
    expect(compare({ note: appleNote, model: 'iPhone 99' }).isConfirmed).toBe(true);
    expect(compare({ note: '\x24\0\x01\0' }).isConfirmed).toBe(true);
    expect(compare({ note: '\x24\0\x01\0', model: 'iPhone 99' }).isConfirmed).toBe(false);
    expect(compare({ note: appleNote, make: 'Nobody', model: 'X' }).isConfirmed).toBe(false);
  });

  it.skipIf(photos.length === 0)('finds nothing against any camera original', async () => {
    const compared = await Promise.all(
      photos.map(async (name) => {
        const bytes = readFileSync(resolve(photosFolder, name));
        const exif = await readExif(bytes, 'image/jpeg');
        const picture = { bytes, width: exif?.pixelWidth ?? null, height: exif?.pixelHeight ?? null };
        return { name, comparison: exif === null ? null : compareDevice(exif, picture), exif };
      }),
    );
    const against = compared.filter(
      ({ comparison }) => [...(comparison?.contradictions ?? []), ...(comparison?.remarks ?? [])].length > 0,
    );
    expect(
      against.map(({ name, comparison }) => [name, comparison?.contradictions, comparison?.remarks]),
    ).toEqual([]);
    const known = compared.filter(({ comparison }) => comparison?.known != null);
    expect(known.length).toBeGreaterThan(35);
  });
});

describe('findModel', () => {
  it('knows a model by make and model alone, whatever the make is written like', () => {
    expect(findModel('NIKON CORPORATION', 'NIKON D90')).toMatchObject({
      released: 2008,
      largest: { width: 4288 },
    });
    expect(findModel('Canon', 'NIKON D90')).toBeNull();
    expect(findModel('NIKON', null)).toBeNull();
  });
});
