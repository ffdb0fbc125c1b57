import sharp from 'sharp';
import type { Exif } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Check, CheckResult, JsonObject, Subject } from './check/check.ts';
import { check as claimConsistency } from './context/claim-consistency/check.ts';
import { readCompressionHistory } from './structure/compression-history.ts';
import { check as exifConsistency } from './metadata/exif-consistency/check.ts';
import { check as generatorMetadata } from './metadata/generator-metadata/check.ts';
import { check as doubleQuantization } from './pixels/double-quantization/check.ts';
import { check as fillSmoothness } from './pixels/fill-smoothness/check.ts';
import { check as ingestGate } from './structure/ingest-gate/check.ts';
import { check as jpegStructure } from './structure/jpeg-structure/check.ts';
import { notApplicable } from './check/check-result.ts';
import { createSubject, runCheck } from './run/run-checks.ts';

const never = new AbortController().signal;

function subjectOf(bytes: Uint8Array, mimeType: string): Subject {
  return createSubject({ bytes, mimeType, path: '/nowhere', enrichment: {}, claims: {} });
}

const camera: Exif = {
  IFD0: { Make: 'Maker', Model: 'Model 1' },
  IFD2: { DateTimeOriginal: '2012:05:01 10:00:00' },
};
const image = () => sharp({ create: { width: 320, height: 240, channels: 3, background: '#963' } });
const withoutMetadata = (): Promise<Buffer> => image().jpeg().toBuffer();
const jpeg = async (exif: Exif = camera): Promise<Subject> =>
  subjectOf(await image().withExif(exif).jpeg({ quality: 80 }).toBuffer(), 'image/jpeg');

const exifOf = async (exif: Exif): Promise<CheckResult> => exifConsistency.run(await jpeg(exif), never);

describe('exif-consistency', () => {
  it('says nothing of the pixels, whatever the metadata contradict', async () => {
    const result = await exifOf({
      IFD0: { Make: 'M', Model: 'M', DateTime: '1999:01:05 00:00:00' },
      IFD2: { DateTimeOriginal: '2001:06:01 00:00:00', ExifVersion: '48 50 51 50', FocalLength: '90000/1' },
      IFD3: { GPSDateStamp: '2015:03:03' },
    });
    expect(result.applicability.applicable).toBe(true);
    expect(result.llrManipulated).toBe(0.2);
    expect(result.facts['contradictions']).toHaveLength(3);
  });

  it('takes an editor and a later change for remarks without weight', async () => {
    const result = await exifOf({
      IFD0: {
        Make: 'M',
        Model: 'M',
        Software: 'Adobe Photoshop Lightroom 6.0',
        DateTime: '2013:01:01 00:00:00',
      },
      IFD2: { DateTimeOriginal: '2012:05:01 10:00:00' },
    });
    expect(result).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, llrAuthentic: 0 });
    expect(result.facts['remarks']).toHaveLength(2);
  });

  it('takes an unset clock for no contradiction', async () => {
    const result = await exifOf({
      IFD0: { Make: 'M', Model: 'M', DateTime: '2016:01:01 00:00:00' },
      IFD2: { DateTimeOriginal: '2000:01:01 00:00:00', ExifVersion: '48 50 51 48' },
    });
    expect(result.llrManipulated).toBe(0);
  });

  it('doubts a recorded place whose time zone does not fit, and weighs it nothing', async () => {
    const takenIn = (offset: string): Exif => ({
      ...camera,
      IFD2: { ...camera.IFD2, OffsetTimeOriginal: offset },
      IFD3: {
        GPSLatitude: '35/1 41/1 0/1',
        GPSLatitudeRef: 'N',
        GPSLongitude: '139/1 41/1 0/1',
        GPSLongitudeRef: 'E',
      },
    });
    const doubted = await exifOf(takenIn('+02:00'));
    expect(doubted).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, llrAuthentic: 0 });
    expect(doubted.statement).toBe(
      "The metadata name Maker Model 1. The recorded place does not fit the rest of the metadata: the camera's clock was +2 h from UTC, clocks at the recorded place +9 h (Asia/Tokyo), as in travel or where the place was written over.",
    );
    expect(doubted.limits.join()).toContain('can be edited without a trace');
    expect((await exifOf(takenIn('+09:00'))).facts['placeDoubts']).toEqual([]);
  });

  it('does not let a camera that was written over speak for the file', async () => {
    const exif = (make: string, model: string): Exif => ({
      IFD0: { Make: make, Model: model },
      IFD2: { DateTimeOriginal: '2012:05:01 10:00:00', MakerNote: 'Nikon' },
    });
    const newer = await exifOf(exif('Apple', 'iPhone 15 Pro'));
    expect(newer.facts['contradictions']).toContainEqual(expect.stringMatching(/2012.*2023/));
    expect(newer).toMatchObject({ llrAuthentic: 0, authenticBasis: null });
    const unknown = await exifOf(exif('Apple', 'iPhone 99'));
    expect(unknown.facts).toMatchObject({ contradictions: [], device: { isKnownModel: false } });
  });

  it('is not applicable without camera metadata', async () => {
    const bare = subjectOf(await withoutMetadata(), 'image/jpeg');
    expect((await exifConsistency.run(bare, never)).applicability).toMatchObject({ applicable: false });
  });
});

describe('claim-consistency', () => {
  const check = async (claims: JsonObject): Promise<CheckResult> =>
    runCheck(claimConsistency, { ...(await jpeg()), claims }, never);

  it.each<[string, JsonObject, number]>([
    ['the same day and camera', { claimed_date: '2012-05-01', claimed_device: 'maker model-1' }, -0.2],
    ['the day after, for time zones', { claimed_date: '2012-05-02T03:00:00Z' }, -0.2],
    ['another year', { claimed_date: '2020-05-01', claimed_device: 'Maker Model 1' }, 0.2],
    ['another camera', { claimed_device: 'Other X9' }, 0.2],
  ])('weighs %s so little that it decides nothing', async (...[, claims, llr]) => {
    expect(await check(claims)).toMatchObject({ llrManipulated: llr, applicability: { applicable: true } });
  });

  it('is not applicable without claims, or where the metadata are silent on them', async () => {
    for (const claims of [
      {},
      { claimed_location: 'Berlin' },
      { claimed_location: '52.5, 13.4' },
      { claimed_date: 'May' },
    ]) {
      expect((await check(claims)).applicability.applicable).toBe(false);
    }
  });
});

describe('jpeg-structure', () => {
  it('says of a file that a library saved again that this is innocent', async () => {
    const result = await jpegStructure.run(await jpeg(), never);
    expect(result).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, llrAuthentic: 0 });
    expect(result.facts).toMatchObject({ encoder: 'libjpeg', quality: 80, exact: true });
  });

  it('tells tables, layout and compression apart, and takes none of them for an anomaly', async () => {
    const optimized = await jpegStructure.run(
      subjectOf(
        await image().withExif(camera).jpeg({ quality: 95, optimiseCoding: true }).toBuffer(),
        'image/jpeg',
      ),
      never,
    );
    expect(optimized.facts).toMatchObject({
      compression: 'hardly',
      huffman: 'optimized',
      layout: 'Exif only',
      hasCameraDataButLibraryTables: true,
    });
    expect(optimized).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, llrAuthentic: 0 });
    const other = await jpegStructure.run(await jpeg(), never);
    expect(other.facts['quantizationDigest']).not.toBe(optimized.facts['quantizationDigest']);
  });

  it('is not applicable to other formats and to broken files', async () => {
    const png = subjectOf(await image().png().toBuffer(), 'image/png');
    const broken = subjectOf(Uint8Array.from([0xff, 0xd8, 0xff]), 'image/jpeg');
    for (const subject of [png, broken]) {
      expect((await jpegStructure.run(subject, never)).applicability.applicable).toBe(false);
    }
  });
});

describe('generator-metadata', () => {
  it('counts a recipe once, however many places it stands in', async () => {
    const parameters = 'a cat\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1';
    const result = await generatorMetadata.run(
      await jpeg({ IFD0: { ImageDescription: parameters, Copyright: parameters } }),
      never,
    );
    expect(result).toMatchObject({ llrSynthetic: 2.4, llrManipulated: 0, verbal: 'moderately strong' });
    expect(result.facts['signs']).toHaveLength(2);
  });

  it('says of a file without traces that this says nothing', async () => {
    const result = await generatorMetadata.run(await jpeg(), never);
    expect(result).toMatchObject({ llrSynthetic: 0, llrManipulated: 0, verbal: 'none' });
    expect(result.limits[0]).toContain('says nothing');
  });
});

describe('readCompressionHistory', () => {
  it('guesses one hop through a messenger from size, quality and missing camera data', async () => {
    const bytes = await image().resize(1280, 960).jpeg({ quality: 75 }).toBuffer();
    expect(await readCompressionHistory(subjectOf(bytes, 'image/jpeg'))).toMatchObject({
      messengerLike: true,
      stripped: true,
      resaved: false,
      lastQuality: 75,
      qualityIsExact: true,
    });
  });

  it('tells a camera file that was saved again by a library', async () => {
    const bytes = await image().withExif(camera).jpeg({ quality: 85, progressive: true }).toBuffer();
    expect(await readCompressionHistory(subjectOf(bytes, 'image/jpeg'))).toMatchObject({
      resaved: true,
      stripped: false,
    });
  });
});

/** Replaces the steps of a JPEG by those of Lightroom, which are near 12 at high frequencies and coarse at low ones. */
function withLightroomSteps(bytes: Uint8Array): Uint8Array {
  const steps = (low: readonly number[]): number[] => [
    ...low,
    ...new Array<number>(64 - low.length).fill(12),
  ];
  const tables = [steps([10, 7, 7, 7, 8, 7, 10]), steps([11, 12, 12, 21, 19, 21, 34])];
  const copy = Uint8Array.from(bytes);
  const parsed = Buffer.from(copy.buffer);
  let at = 0;
  for (const table of tables) {
    at = parsed.indexOf(Uint8Array.from([0xff, 0xdb, 0, 67]), at) + 5;
    copy.set(table, at);
  }
  return copy;
}

describe('the tables of an editing program', () => {
  it('refuses checks of pixels on strongly compressed images, whatever the high frequencies are', async () => {
    const subject = subjectOf(withLightroomSteps(await withoutMetadata()), 'image/jpeg');
    expect(await readCompressionHistory(subject)).toMatchObject({ lastQuality: 67, qualityIsExact: false });
    for (const check of [doubleQuantization, fillSmoothness]) {
      expect((await runCheck(check, subject, never)).statement).toContain('the last save');
    }
    expect((await ingestGate.run(subject, never)).statement).toContain(
      'clearly compressed (about quality 67 of 100)',
    );
  });

  it('is not taken for a messenger where Photoshop left its settings', async () => {
    const settings = Buffer.from([0xff, 0xec, 0, 15, ...Buffer.from('Ducky\0'), 1, 0, 4, 0, 0, 0, 60]);
    const adobe = Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 1]);
    const bytes = withLightroomSteps(await withoutMetadata());
    const saved = Buffer.concat([bytes.subarray(0, 2), adobe, settings, bytes.subarray(2)]);
    expect(await readCompressionHistory(subjectOf(saved, 'image/jpeg'))).toMatchObject({
      lastEncoder: 'photoshop',
      messengerLike: false,
    });
  });
});

describe('ingest-gate', () => {
  it.each([
    [90, 'moderately'],
    [75, 'clearly'],
    [40, 'strongly'],
  ])('calls quality %i %s compressed', async (quality, word) => {
    const bytes = await image().jpeg({ quality }).toBuffer();
    const gate = await ingestGate.run(subjectOf(bytes, 'image/jpeg'), never);
    expect(gate.statement).toContain(`${word} compressed (quality ${String(quality)} of 100)`);
  });
});

describe('gating', () => {
  const traced: Check = {
    slug: 'trace',
    version: '1',
    kind: 'statistical',
    criterion: 'duplication',
    gate: ({ messengerLike }) =>
      messengerLike
        ? { applicable: false, reason: 'the picture was recompressed too strongly' }
        : { applicable: true },
    run: () => Promise.reject(new Error('broken check')),
  };

  it('skips a check whose trace cannot have survived', async () => {
    const bytes = await image().jpeg({ quality: 70 }).toBuffer();
    const subject = subjectOf(bytes, 'image/jpeg');
    const skipped = await runCheck(traced, subject, never);
    expect(skipped).toEqual(notApplicable(traced, 'the picture was recompressed too strongly'));
  });

  it('turns the failure of one check into not applicable, but not a cancellation', async () => {
    const failed = await runCheck(traced, await jpeg(), never);
    expect(failed.applicability).toEqual({ applicable: false, reason: 'the check failed on this file' });
    expect(failed.facts).toEqual({ problem: 'broken check' });
    await expect(runCheck(traced, await jpeg(), AbortSignal.abort())).rejects.toThrow();
  });
});
