import sharp from 'sharp';
import type { Exif } from 'sharp';
import { describe, expect, it } from 'vitest';
import { judgeClaims } from '../../src/domain/claim/judge-claims.ts';
import type { AnyCheck, Case, CheckResult, JsonObject } from '@assay/checks/check/check';
import { createSubject, runCheck } from '@assay/checks/run/run-checks';
import { check as claimConsistency } from '@assay/checks/context/claim-consistency/check';
import { check as exposureLight } from '@assay/checks/context/exposure-light/check';
import { check as sunPosition } from '@assay/checks/context/sun-position/check';

const never = new AbortController().signal;
const vienna = { claimed_location_lat: 48.2, claimed_location_lng: 16.37 };
/** Summer, 60.6° of height, and midnight, 18° below the horizon. */
const noon = { ...vienna, claimed_datetime: '2024-07-15T12:00:00+02:00' };
const midnight = { ...vienna, claimed_datetime: '2024-07-15T00:58:00+02:00' };

/** A picture with this metadata, or no picture, and these claims. */
async function check(which: AnyCheck, claims: JsonObject, exif?: Exif): Promise<CheckResult> {
  if (exif === undefined) return await runCheck(which, { files: [], claims } satisfies Case, never);
  const plain = sharp({ create: { width: 32, height: 24, channels: 3, background: '#963' } });
  const bytes = await plain.withExif(exif).jpeg().toBuffer();
  const file = { bytes, mimeType: 'image/jpeg', path: '/nowhere', enrichment: {}, claims };
  return await runCheck(which, createSubject(file), never);
}

function verdictsOf(result: CheckResult, claims: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(judgeClaims(claims, [result]).map(({ key, verdict }) => [key, verdict]));
}

const exposure = (time: string, fNumber: string, iso: number, more: Exif['IFD2'] = {}): Exif => ({
  IFD0: { Make: 'Maker', Model: 'Model 1' },
  IFD2: { ExposureTime: time, FNumber: fNumber, ISOSpeedRatings: String(iso), ...more },
});
const sunny = exposure('1/250', '8/1', 100);
const dim = exposure('1/15', '2/1', 3200);

describe('sun-position', () => {
  it('says where the sun stood, without a file', async () => {
    const result = await check(sunPosition, noon);
    expect(result.applicability).toEqual({ applicable: true });
    expect(result.statement).toMatch(
      /^At the claimed time and place the sun stood 60\.6° above the horizon, at 150\.3°/,
    );
    expect(result.llrManipulated).toBe(0);
  });

  it.each<[string, JsonObject, string, string]>([
    [
      'shadows that point away from the sun',
      { ...noon, shadow_azimuth_deg: 322 },
      'shadow_azimuth_deg',
      'supported',
    ],
    [
      'shadows that point into the sun',
      { ...noon, shadow_azimuth_deg: 142 },
      'shadow_azimuth_deg',
      'contradicted',
    ],
    ['shadows a little off', { ...noon, shadow_azimuth_deg: 347 }, 'shadow_azimuth_deg', 'not_checkable'],
    ['short shadows at noon', { ...noon, shadow_ratio: 0.61 }, 'shadow_ratio', 'supported'],
    ['long shadows at noon', { ...noon, shadow_ratio: 4 }, 'claimed_datetime', 'contradicted'],
    ['shadows at night', { ...midnight, shadow_ratio: 1 }, 'claimed_datetime', 'contradicted'],
    [
      'daylight at night',
      { ...midnight, claim_text: 'Seen in broad daylight.' },
      'claim_text',
      'contradicted',
    ],
    ['night at night', { ...midnight, claim_text: 'It happened at night.' }, 'claim_text', 'supported'],
    [
      'a word turned round',
      { ...midnight, claim_text: 'It was not in daylight.' },
      'claim_text',
      'not_checkable',
    ],
    [
      'a claim in other words',
      { ...midnight, claim_text: 'A crowd gathers.' },
      'claim_text',
      'not_checkable',
    ],
  ])('judges %s', async (_what, claims, key, verdict) => {
    expect(verdictsOf(await check(sunPosition, claims), claims)[key]).toBe(verdict);
  });

  it('judges a time without a zone by all moments it can mean', async () => {
    const local = { ...vienna, claimed_datetime: '2024-07-15T12:00:00', shadow_azimuth_deg: 322 };
    expect(verdictsOf(await check(sunPosition, local), local)['shadow_azimuth_deg']).toBe('supported');
    const zoned = { ...local, timezone: 'Europe/Vienna' };
    expect((await check(sunPosition, zoned)).facts).toMatchObject({ earliest: '2024-07-15T10:00:00.000Z' });
    const dateLine = { ...local, claimed_location_lng: 179 };
    expect((await check(sunPosition, dateLine)).applicability.applicable).toBe(false);
  });
});

describe('exposure-light', () => {
  it('contradicts a claimed night with the light of day', async () => {
    const result = await check(exposureLight, midnight, sunny);
    expect(result.facts).toMatchObject({ exposureValue: 14 });
    expect(verdictsOf(result, midnight)['claimed_datetime']).toBe('contradicted');
  });

  it.each<[string, JsonObject, Exif]>([
    ['the light of day by day', noon, sunny],
    ['a dark room by day', noon, dim],
    ['a dark street at night', midnight, dim],
    ['twilight', { ...vienna, claimed_datetime: '2024-07-15T21:10:00+02:00' }, sunny],
    ['a flash at night', midnight, exposure('1/250', '8/1', 100, { Flash: '1' })],
    ['the moon through a long lens', midnight, exposure('1/250', '8/1', 100, { FocalLength: '400/1' })],
    ['an exposure that no camera has', midnight, exposure('0/1', '8/1', 100)],
  ])('does not contradict %s', async (_what, claims, exif) => {
    const result = await check(exposureLight, claims, exif);
    expect([result.llrManipulated, verdictsOf(result, claims)['claimed_datetime']]).toEqual([
      0,
      'not_checkable',
    ]);
  });
});

describe('claim-consistency', () => {
  const taken = (when: string, more: Exif = {}): Exif => ({
    IFD0: { Make: 'Apple', Model: 'iPhone 15', ...more.IFD0 },
    IFD2: { DateTimeOriginal: when, ...more.IFD2 },
    IFD3: { ...more.IFD3 },
  });
  const gps = (latitude: string): Exif => ({
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: latitude,
      GPSLongitudeRef: 'E',
      GPSLongitude: '16/1 22/1 12/1',
    },
  });
  const offset = (zone: string): Exif => ({ IFD2: { OffsetTimeOriginal: zone } });

  it.each<[string, JsonObject, Exif, string, string]>([
    ['the same time without a zone', noon, taken('2024:07:15 12:00:04'), 'claimed_datetime', 'supported'],
    [
      'the same time with one',
      noon,
      taken('2024:07:15 12:00:04', offset('+02:00')),
      'claimed_datetime',
      'supported',
    ],
    [
      'six hours off',
      noon,
      taken('2024:07:15 18:00:00', offset('+02:00')),
      'claimed_datetime',
      'not_checkable',
    ],
    ['another week', noon, taken('2024:07:22 12:00:00'), 'claimed_datetime', 'contradicted'],
    ['a clock that was never set', noon, taken('2000:01:01 00:00:00'), 'claimed_datetime', 'not_checkable'],
    [
      'a model that there was not yet',
      { claimed_date: '2019-05-01' },
      taken('2019:05:01 10:00:00'),
      'claimed_date',
      'contradicted',
    ],
    [
      'the place itself',
      noon,
      taken('2024:07:15 12:00:00', gps('48/1 12/1 0/1')),
      'claimed_location_lat',
      'supported',
    ],
    [
      'another place',
      noon,
      taken('2024:07:15 12:00:00', gps('52/1 30/1 0/1')),
      'claimed_location_lat',
      'contradicted',
    ],
    [
      'the place itself, where clocks are hours from that of the camera',
      noon,
      taken('2024:07:15 19:00:00', { ...offset('+09:00'), ...gps('48/1 12/1 0/1') }),
      'claimed_location_lat',
      'not_checkable',
    ],
    [
      'another place, where clocks are hours from that of the camera',
      noon,
      taken('2024:07:15 12:00:00', { ...offset('-07:00'), ...gps('52/1 30/1 0/1') }),
      'claimed_location_lat',
      'not_checkable',
    ],
    [
      'the clock of home in travel',
      { ...noon, timezone: 'Europe/Vienna' },
      taken('2024:07:15 19:00:00', offset('+09:00')),
      'timezone',
      'not_checkable',
    ],
    [
      'the clock of the place',
      { ...noon, timezone: 'Europe/Vienna' },
      taken('2024:07:15 12:00:00', offset('+02:00')),
      'timezone',
      'supported',
    ],
    [
      'the device',
      { claimed_device: 'iPhone 15' },
      taken('2024:07:15 12:00:00'),
      'claimed_device',
      'supported',
    ],
  ])('judges a picture with %s', async (...[, claims, exif, key, verdict]) => {
    expect(verdictsOf(await check(claimConsistency, claims, exif), claims)[key]).toBe(verdict);
  });

  it.each<[string, JsonObject, string, string]>([
    ['a zone that no place there has', { ...noon, timezone: 'Asia/Tokyo' }, 'timezone', 'contradicted'],
    ['a zone there is not', { ...noon, timezone: 'Mars/Olympus' }, 'timezone', 'not_checkable'],
    [
      'a device of later',
      { claimed_date: '2015-06-01', claimed_device: 'Apple iPhone 15' },
      'claimed_device',
      'contradicted',
    ],
    [
      'a device of its time',
      { claimed_date: '2024-06-01', claimed_device: 'Apple iPhone 15' },
      'claimed_device',
      'not_checkable',
    ],
    [
      'a device nobody knows',
      { claimed_date: '2015-06-01', claimed_device: 'Phone 99' },
      'claimed_device',
      'not_checkable',
    ],
  ])('judges, without a picture, %s', async (_what, claims, key, verdict) => {
    expect(verdictsOf(await check(claimConsistency, claims), claims)[key]).toBe(verdict);
  });

  it('takes a new format for a conversion of an old picture', async () => {
    const claims = { claimed_date: '2004-05-01' };
    const bytes = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#963' } })
      .withExif({ IFD0: { Make: 'Maker' }, IFD2: { DateTimeOriginal: '2004:05:01 10:00:00' } })
      .webp()
      .toBuffer();
    const subject = createSubject({
      bytes,
      mimeType: 'image/webp',
      path: '/nowhere',
      enrichment: {},
      claims,
    });
    const result = await runCheck(claimConsistency, subject, never);
    expect(result.statement).toContain('a later conversion of it');
    expect(verdictsOf(result, claims)).toEqual({ claimed_date: 'supported' });
  });
});
