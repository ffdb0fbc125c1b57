import { readFileSync } from 'node:fs';
import { readCaptureFacts } from '@assay/media/exif/capture-facts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasSharedMedia, sharedMedia } from '../../../media/test/shared-media.ts';
import { findPlaceDoubts } from './recorded-place.ts';

interface Recorded {
  readonly time?: string;
  readonly offset?: string;
  /** Date and time of the GPS receiver, which are UTC. */
  readonly satellite?: readonly [date: string, clock: string];
  readonly exposure?: string;
  readonly flash?: number;
}

const noon = '2024:07:15 12:30:00';
/** EV 15 at ISO 100, as in sunshine. */
const sunshine = '1/500';
const berlin = [52.5, 13.4] as const;
const tokyo = [35.7, 139.7] as const;

async function findDoubts(
  [latitude, longitude]: readonly [number, number],
  { time = noon, offset, satellite, exposure, flash }: Recorded,
): Promise<readonly string[]> {
  const degrees = (value: number): string => `${String(Math.round(Math.abs(value) * 100))}/100 0/1 0/1`;
  const image = sharp({ create: { width: 32, height: 24, channels: 3, background: '#963' } });
  const bytes = await image
    .withExif({
      IFD0: { Make: 'Maker', Model: 'Model 1' },
      IFD2: {
        DateTimeOriginal: time,
        ...(offset === undefined ? {} : { OffsetTimeOriginal: offset }),
        ...(exposure === undefined
          ? {}
          : { ExposureTime: exposure, FNumber: '8/1', ISOSpeedRatings: '100', Flash: String(flash ?? 0) }),
      },
      IFD3: {
        GPSLatitude: degrees(latitude),
        GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
        GPSLongitude: degrees(longitude),
        GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
        ...(satellite && { GPSDateStamp: satellite[0], GPSTimeStamp: satellite[1] }),
      },
    })
    .jpeg()
    .toBuffer();
  return findPlaceDoubts(readCaptureFacts(bytes, 'image/jpeg'));
}

describe('findPlaceDoubts', () => {
  it('doubts a place whose clocks are hours from the clock of the camera', async () => {
    expect(await findDoubts(tokyo, { offset: '+02:00' })).toEqual([
      expect.stringContaining('+2 h from UTC, clocks at the recorded place +9 h (Asia/Tokyo)'),
    ]);
  });

  it('derives the clock of the camera from the time of the satellites', async () => {
    const satellite = ['2024:07:15', '10/1 30/1 12/1'] as const;
    expect(await findDoubts(tokyo, { satellite })).toHaveLength(1);
    expect(await findDoubts(berlin, { satellite })).toEqual([]);
  });

  it('doubts a place where it was night while the exposure suits daylight', async () => {
    const doubts = await findDoubts(tokyo, {
      time: '2024:07:15 16:30:00',
      offset: '+02:00',
      exposure: sunshine,
    });
    expect(doubts).toContainEqual(
      expect.stringMatching(/the exposure suits daylight.*3\d° below the horizon/),
    );
  });

  it.each<[string, readonly [number, number], Recorded]>([
    ['where time zone and sun agree', berlin, { offset: '+02:00', exposure: sunshine }],
    [
      'whose clocks agree with the satellites, in a camera that states the zone of home',
      tokyo,
      { offset: '+02:00', satellite: ['2024:07:15', '3/1 30/1 0/1'], exposure: sunshine },
    ],
    ['of a clock without summer time', berlin, { offset: '+01:00' }],
    ['two hours away, as behind a border', [50.4, 30.5], { offset: '+01:00' }],
    ['in the west of China', [39.5, 76], { offset: '+08:00' }],
    ['without a time zone', tokyo, { exposure: sunshine }],
    ['at sea, where clocks follow no map', [30, -40], { offset: '+09:00' }],
    ['of no fix', [0, 0], { offset: '+09:00' }],
    ['in Antarctica', [-75, 0.1], { offset: '+12:00' }],
    ['whose time of the satellites is the local time', tokyo, { satellite: ['2024:07:15', '12/1 30/1 0/1'] }],
    ['whose satellites were last seen hours ago', tokyo, { satellite: ['2024:07:15', '7/1 11/1 0/1'] }],
    [
      'lit by a flash at night',
      berlin,
      { time: '2024:01:15 00:30:00', offset: '+01:00', exposure: sunshine, flash: 1 },
    ],
    ['dark by day', berlin, { offset: '+02:00', exposure: '1/2' }],
    ['bright in twilight', berlin, { time: '2024:07:15 22:00:00', offset: '+02:00', exposure: sunshine }],
  ])('does not doubt a place %s', async (_name, place, recorded) => {
    expect(await findDoubts(place, recorded)).toEqual([]);
  });

  it.skipIf(!hasSharedMedia)('doubts a place that was written over in a file of a phone', () => {
    const bytes = readFileSync(sharedMedia('innocent', 'MikeKovarik__exifr_005.jpg'));
    const facts = readCaptureFacts(bytes, 'image/jpeg');
    expect(facts.place).toMatchObject({
      latitude: expect.closeTo(50.3, 1),
      longitude: expect.closeTo(14.8, 1),
    });
    expect(findPlaceDoubts(facts)).toEqual([]);
    expect(findPlaceDoubts({ ...facts, place: { latitude: 50.3, longitude: 114.8 } })).toHaveLength(2);
  });
});
