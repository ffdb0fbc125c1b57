import sharp from 'sharp';
import type { Exif } from 'sharp';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toCaptureValues } from '../enrich/capture-values.ts';
import { readCaptureFacts } from './capture-facts.ts';
import { parseLocalTime } from './local-time.ts';

const canvas = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } });

/** Reads a JPEG with these EXIF tags: of IFD0, the Exif and the GPS directory. */
async function readJpegWith(exif: Exif) {
  const bytes = await canvas().withExif(exif).jpeg().toBuffer();
  return toCaptureValues(readCaptureFacts(bytes, 'image/jpeg'));
}

const dated = (tags: Readonly<Record<string, string>>, gps: Readonly<Record<string, string>> = {}) =>
  readJpegWith({
    IFD0: { Make: 'Acme' },
    IFD2: { DateTimeOriginal: '2024:07:10 15:00:00', ...tags },
    IFD3: { ...gps },
  });

const gpsClock = (date: string, time: string) => ({ GPSDateStamp: date, GPSTimeStamp: time });

describe('the capture time of EXIF', () => {
  it.each([
    ['without an offset', {}, '15:00:00.000Z', 'assumed_utc'],
    ['with the offset of the last change alone', { OffsetTime: '+01:00' }, '15:00:00.000Z', 'assumed_utc'],
    ['with its offset', { OffsetTimeOriginal: '+02:00' }, '13:00:00.000Z', 'offset'],
    ['with an offset without a colon', { OffsetTimeOriginal: '+0530' }, '09:30:00.000Z', 'offset'],
    ['with an offset that no clock has', { OffsetTimeOriginal: '+25:00' }, '15:00:00.000Z', 'assumed_utc'],
    ['with the offset of the digitization', { OffsetTimeDigitized: '-03:00' }, '18:00:00.000Z', 'offset'],
    ['with parts of a second', { SubSecTimeOriginal: '257' }, '15:00:00.257Z', 'assumed_utc'],
  ])('%s', async (_, tags, clock, basis) => {
    expect(await dated(tags)).toMatchObject({ capturedAt: `2024-07-10T${clock}`, capturedAtBasis: basis });
  });

  it('of a scan keeps its own offset', async () => {
    const tags = { DateTimeDigitized: '2025:01:01 10:00:00', OffsetTimeDigitized: '+01:00' };
    expect(await dated(tags)).toMatchObject({
      capturedAt: '2024-07-10T15:00:00.000Z',
      capturedAtBasis: 'assumed_utc',
    });
  });

  it.each([
    ['a whole zone', '13/1 0/1 20/1', '2024-07-10T13:00:00.000Z', 'gps'],
    ['a zone of 45 minutes', '9/1 15/1 30/1', '2024-07-10T09:15:00.000Z', 'gps'],
    ['no zone, since the fix is old', '10/1 37/1 0/1', '2024-07-10T15:00:00.000Z', 'assumed_utc'],
  ])('beside a GPS clock that differs by %s', async (_, clock, capturedAt, capturedAtBasis) => {
    expect(await dated({}, gpsClock('2024:07:10', clock))).toMatchObject({ capturedAt, capturedAtBasis });
  });

  it('beside a GPS clock of another day is that of the camera', async () => {
    expect(await dated({}, gpsClock('2024:07:08', '13/1 0/1 0/1'))).toMatchObject({
      capturedAt: '2024-07-10T15:00:00.000Z',
    });
  });

  it.each([
    '2023:02:30 10:00:00',
    '0000:01:01 00:00:00',
    '2023:13:01 10:00:00',
    '2023:04:31 10:00:00',
    '    ',
  ])('%s is none', async (text) => {
    expect(await dated({ DateTimeOriginal: text })).not.toHaveProperty('capturedAt');
  });
});

describe('the place of EXIF', () => {
  it.each([
    ['S', 'W', -33.5, -70.25],
    ['s', 'w', -33.5, -70.25],
    ['n', 'e', 33.5, 70.25],
    ['South', 'West', -33.5, -70.25],
  ])('with the references %s and %s', async (north, east, lat, lng) => {
    const coordinates = { GPSLatitude: '33/1 30/1 0/1', GPSLongitude: '70/1 15/1 0/1' };
    const { gpsCoordinates } = await dated(
      {},
      { ...coordinates, GPSLatitudeRef: north, GPSLongitudeRef: east },
    );
    expect(gpsCoordinates?.lat).toBeCloseTo(lat, 6);
    expect(gpsCoordinates?.lng).toBeCloseTo(lng, 6);
  });
});

const packet = (properties: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description rdf:about="" ${properties}/></rdf:RDF></x:xmpmeta>`;

describe('XMP', () => {
  const xmp = packet(
    'exif:DateTimeOriginal="2019-05-19T13:40:50.5+02:00" tiff:Make="Acme" tiff:Model="X1" ' +
      'exif:GPSLatitude="33,30.0S" exif:GPSLongitude="70,15,0W"',
  );

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is read from a %s without EXIF', async (format) => {
    const bytes = await canvas().withXmp(xmp).toFormat(format).toBuffer();
    expect(toCaptureValues(readCaptureFacts(bytes, `image/${format}`))).toEqual({
      captureDevice: 'Acme X1',
      capturedAt: '2019-05-19T11:40:50.500Z',
      capturedAtBasis: 'xmp',
      gpsCoordinates: { lat: -33.5, lng: -70.25 },
    });
  });

  it('without a zone is assumed to be UTC, and yields to EXIF', async () => {
    const local = packet("photoshop:DateCreated='2019-05-19T13:40:50'");
    const bare = await canvas().withXmp(local).jpeg().toBuffer();
    expect(toCaptureValues(readCaptureFacts(bare, 'image/jpeg'))).toEqual({
      capturedAt: '2019-05-19T13:40:50.000Z',
      capturedAtBasis: 'assumed_utc',
    });
    const exif = { IFD2: { DateTimeOriginal: '2020:01:01 00:00:00' } };
    const both = await canvas().withExif(exif).withXmp(local).jpeg().toBuffer();
    expect(toCaptureValues(readCaptureFacts(both, 'image/jpeg'))).toMatchObject({
      capturedAt: '2020-01-01T00:00:00.000Z',
    });
  });
});

it('IPTC is read where nothing else states a time', async () => {
  const dataset = (number: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)]);
  const record = Buffer.concat([dataset(55, '20230701'), dataset(60, '182205+0200')]);
  const resource = Buffer.concat([
    Buffer.from('8BIM\x04\x04\0\0\0\0\0', 'latin1'),
    Buffer.from([record.length]),
    record,
  ]);
  const body = Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource]);
  const plain = await canvas().jpeg().toBuffer();
  const segment = Buffer.concat([Buffer.from([0xff, 0xed, 0, body.length + 2]), body]);
  const bytes = Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]);
  expect(toCaptureValues(readCaptureFacts(bytes, 'image/jpeg'))).toEqual({
    capturedAt: '2023-07-01T16:22:05.000Z',
    capturedAtBasis: 'iptc',
  });
});

it.each([
  ['tEXt', 'exif'],
  ['zTXt', 'exif'],
  ['tEXt', 'APP1'],
])('EXIF in the chunk %s of a PNG, as a raw profile of the kind %s, is read', async (chunk, kind) => {
  const exif = { IFD0: { Make: 'Acme', Model: 'X1' }, IFD2: { DateTimeOriginal: '2024:07:10 15:00:00' } };
  const { exif: block = Buffer.alloc(0) } = await sharp(
    await canvas().withExif(exif).jpeg().toBuffer(),
  ).metadata();
  const profile = `\n${kind}\n${block.length.toString().padStart(8)}\n${block.toString('hex')}\n`;
  const keyword = Buffer.from(`Raw profile type ${kind}\0`, 'latin1');
  const text =
    chunk === 'tEXt' ? Buffer.from(profile) : Buffer.concat([Buffer.from([0]), deflateSync(profile)]);
  const body = Buffer.concat([keyword, text]);
  const plain = await canvas().png().toBuffer();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const inserted = Buffer.concat([length, Buffer.from(chunk), body, Buffer.alloc(4)]);
  const bytes = Buffer.concat([plain.subarray(0, 33), inserted, plain.subarray(33)]);
  expect(toCaptureValues(readCaptureFacts(bytes, 'image/png'))).toMatchObject({
    captureDevice: 'Acme X1',
    capturedAt: '2024-07-10T15:00:00.000Z',
  });
});

it.each([
  ['2023-07-01T18:22', '2023-07-01T18:22:00.000Z', null],
  ['2023:07:01 18:22:05.25-03:00', '2023-07-01T18:22:05.250Z', -180],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z', 0],
])('%s is a time', (text, shown, offsetMinutes) => {
  const time = parseLocalTime(text);
  expect([new Date(time?.ms ?? Number.NaN).toISOString(), time?.offsetMinutes]).toEqual([
    shown,
    offsetMinutes,
  ]);
});
