import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJpegParts } from '@assay/media/embedded/jpeg-parts';
import { buildPhonePhotograph, buildPhoneVideo, phoneMakers } from '@assay/test-kit/media/phone-photographs';
import type { PhoneMaker } from '@assay/test-kit/media/phone-photographs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageCleaner } from '../../../src/cleaning/images/image-cleaner.ts';
import type { ImageCleaner } from '../../../src/cleaning/images/image-cleaner.ts';
import type { FileResult, SourceFile } from '../../../src/cleaning/treatment.ts';

const running = new AbortController().signal;
const video = buildPhoneVideo();
/** Five ways to hold a phone, and the four combinations of parts: 100 files with five makers. */
const orientations = [1, 3, 6, 8, 5];
const combinations = [
  { hasGainMap: true, hasVideo: true },
  { hasGainMap: true, hasVideo: false },
  { hasGainMap: false, hasVideo: true },
  { hasGainMap: false, hasVideo: false },
];
let folder = '';
let cleaner: ImageCleaner;
let gainMap: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-phones-'));
  cleaner = createImageCleaner({ size: 1 });
  gainMap = await makeQuarters(32, 24).jpeg({ quality: 95 }).toBuffer();
});
afterAll(async () => {
  await cleaner.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(phoneMakers)('a photograph of %s', (maker) => {
  it('keeps its parts when it is made upright, and promises no others', async () => {
    const table = [];
    for (const orientation of orientations) {
      for (const combination of combinations) {
        const original = await build(maker, { orientation, ...combination });
        const { bytes, result } = await run('standardizeImage', original);
        const kept = listParts(original).filter(({ kind }) => kind !== 'preview');
        table.push(`${String(orientation)} ${kept.map(({ kind }) => kind).join('+')}`);
        expect(result).toMatchObject({ outcome: orientation === 1 ? 'unchanged' : 'changed' });
        expect(result).not.toHaveProperty('lostParts');
        expect(countKinds(bytes)).toEqual(countKinds(original));
        expect(readJpegParts(bytes).missing).toEqual([]);
        expect(listFalseSizes(bytes)).toEqual([]);
        await expectTurned(bytes, orientation);
        expect(Buffer.from(bytes).includes(video)).toBe(kept.some(({ kind }) => kind === 'motion_video'));
      }
    }
    expect(new Set(table).size).toBe(maker === 'Apple' ? 10 : 20);
  });

  it('loses all parts with its metadata, and is reported', async () => {
    for (const combination of combinations) {
      const original = await build(maker, { orientation: 6, ...combination });
      const { bytes, result } = await run('stripMetadata', original);
      expect(countKinds(bytes)).toEqual([]);
      expect(Buffer.from(bytes).includes('http://ns.adobe.com/xap')).toBe(false);
      const lost = result.outcome === 'changed' ? (result.lostParts ?? []) : [];
      expect(lost.map(({ part }) => part).toSorted()).toEqual(countKinds(original));
    }
  });

  it('is not changed by a search for duplicates', async () => {
    const file = await place(await build(maker, { orientation: 6, hasGainMap: true, hasVideo: true }));
    expect(await cleaner.readImageFeatures(file, running)).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('a part that cannot be written', () => {
  it('is dropped, leaves the XMP and is reported', async () => {
    // A process that no decoder knows.
    const broken = Buffer.from(gainMap);
    broken[broken.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc3;
    const photograph = await makePhoto(6);
    const original = buildPhonePhotograph('Google', { image: photograph, gainMap: broken, video });
    const { bytes, result } = await run('standardizeImage', original);
    expect(result).toMatchObject({
      steps: ['orientation_applied', 'gain_map_removed'],
      lostParts: [{ part: 'gain_map', state: 'removed' }],
    });
    expect(countKinds(bytes)).toEqual(['motion_video']);
    expect(Buffer.from(bytes).includes('hdrgm:Version')).toBe(false);
    expect(Buffer.from(bytes).includes('GainMap')).toBe(false);
  });

  it.each([1, 6])('is reported if the file does not have it (orientation %i)', async (orientation) => {
    const whole = buildPhonePhotograph('Google', { image: await makePhoto(orientation), video });
    const { bytes, result } = await run('standardizeImage', whole.subarray(0, -video.length));
    expect(result).toMatchObject({ lostParts: [{ part: 'motion_video', state: 'missing' }] });
    expect(Buffer.from(bytes).includes('MotionPhoto')).toBe(orientation === 1);
  });

  it('leaves the XMP of a PNG', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description GCamera:MotionPhoto="1" xmp:Label="a"/></x:xmpmeta>';
    const png = await sharp(await makePhoto(6))
      .keepMetadata()
      .withXmp(xmp)
      .png()
      .toBuffer();
    const { bytes } = await run('standardizeImage', png);
    expect((await sharp(bytes).metadata()).xmpAsString).toBe(xmp.replace(' GCamera:MotionPhoto="1"', ''));
  });
});

interface Variant {
  readonly orientation: number;
  readonly hasGainMap: boolean;
  readonly hasVideo: boolean;
}

async function build(maker: PhoneMaker, { orientation, hasGainMap, hasVideo }: Variant): Promise<Buffer> {
  return buildPhonePhotograph(maker, {
    image: await makePhoto(orientation),
    ...(hasGainMap && { gainMap }),
    ...(hasVideo && { video }),
  });
}

function makePhoto(orientation: number): Promise<Buffer> {
  const exif = { IFD0: { Make: 'Phone', Model: 'One' } };
  return makeQuarters(64, 48)
    .jpeg({ quality: 95 })
    .withMetadata({ orientation })
    .withExifMerge(exif)
    .toBuffer();
}

/** Four quarters of different brightness, so that each orientation looks different. */
function makeQuarters(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width;
    const y = Math.floor(at / width);
    pixels.fill(30 + (x < width / 2 ? 0 : 60) + (y < height / 2 ? 0 : 120), at * 3, at * 3 + 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const listParts = (bytes: Uint8Array) => readJpegParts(bytes).parts;
const countKinds = (bytes: Uint8Array) =>
  listParts(bytes)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'preview')
    .toSorted();

/** The gain map shows the same quarters as the image. */
async function expectTurned(bytes: Uint8Array, orientation: number): Promise<void> {
  const map = readJpegParts(bytes).gainMap;
  if (map === undefined) return;
  const shown = sharp(bytes.subarray(map.offset, map.offset + map.length)).resize(2, 2, {
    kernel: 'nearest',
  });
  const image = sharp(bytes).autoOrient().resize(2, 2, { kernel: 'nearest' });
  const [one, other] = await Promise.all(
    [shown, orientation === 1 ? sharp(bytes).resize(2, 2, { kernel: 'nearest' }) : image].map((each) =>
      each.greyscale().raw().toBuffer(),
    ),
  );
  for (const [at, value] of (one ?? []).entries())
    expect(Math.abs(value - (other?.[at] ?? 0))).toBeLessThan(20);
}

/** Lists entries of the directory and of the index at which there is no such part, by counting from the end as Motion Photo 1.0 says. */
function listFalseSizes(bytes: Uint8Array): readonly string[] {
  const file = Buffer.from(bytes);
  const xmp = file.toString('latin1', 0, 65_536);
  const items = xmp
    .split('<rdf:li')
    .slice(1)
    .map((item) => ({
      semantic: /Semantic(?:="|>)(\w+)/.exec(item)?.[1] ?? '',
      length: Number(/Length(?:="|>)(\d+)/.exec(item)?.[1] ?? 0),
      padding: Number(/Padding(?:="|>)(\d+)/.exec(item)?.[1] ?? 0),
    }));
  let end = file.length;
  const problems = [];
  for (const { semantic, length, padding } of items.slice(1).toReversed()) {
    end -= length + padding;
    const isThere =
      semantic === 'GainMap'
        ? file.readUInt16BE(end) === 0xffd8
        : file.toString('latin1', end + 4, end + 8) === 'ftyp';
    if (!isThere) problems.push(semantic);
  }
  const index = file.indexOf('MPF\0');
  const at = index + 4 + 50 + 24;
  const offset = index < 0 ? 0 : file[index + 4] === 0x49 ? file.readUInt32LE(at) : file.readUInt32BE(at);
  if (index >= 0 && file.readUInt16BE(index + 4 + offset) !== 0xffd8) problems.push('MPF');
  const micro = Number(/MicroVideoOffset="(\d+)"/.exec(xmp)?.[1] ?? 0);
  if (micro > 0 && file.toString('latin1', file.length - micro + 4, file.length - micro + 8) !== 'ftyp')
    problems.push('MicroVideo');
  return problems;
}

async function run(
  step: 'standardizeImage' | 'stripMetadata',
  original: Uint8Array,
): Promise<{ bytes: Uint8Array; result: FileResult }> {
  const result = await cleaner[step](await place(original), running);
  return { bytes: result.outcome === 'changed' ? await readFile(result.output.path) : original, result };
}

let count = 0;

async function place(bytes: Uint8Array): Promise<SourceFile> {
  count += 1;
  const path = join(folder, `${String(count)}.jpg`);
  await writeFile(path, bytes);
  const outputFolder = await mkdtemp(join(folder, 'output-'));
  return { path, outputFolder, name: 'a.jpg', type: 'image/jpeg', sizeBytes: bytes.length, sha256: '' };
}
