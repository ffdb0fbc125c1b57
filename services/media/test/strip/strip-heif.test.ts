import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPhoneVideo } from '@assay/test-kit/media/phone-photographs';
import { listPersonalTags } from '@assay/test-kit/media/personal-tags';
import { findSharedCase } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeHeic } from '../../src/decode/heic/decode-heic.ts';
import { listEmbeddedParts } from '../../src/embedded/list-embedded-parts.ts';
import { buildBox } from '../../src/heif/build-boxes.ts';
import { buildMeta } from '../../src/heif/build-meta.ts';
import { readHeifItems } from '../../src/heif/read-items.ts';
import { rewriteMovie } from '../../src/heif/rewrite-movie.ts';
import { joinParts } from '../../src/strip/file-part.ts';
import { stripMetadata } from '../../src/strip/strip-metadata.ts';
import { auxiliaryProperty, buildHeif, gridData, listBoxes, sizeProperty, takeImage } from '../build-heif.ts';
import { hasSharedMedia, sharedMedia } from '../shared-media.ts';

const person = 'Anna Example';
const gainMapType = 'urn:com:apple:photo:2020:aux:hdrgainmap';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-strip-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('stripMetadata of an AVIF', () => {
  it('removes EXIF and XMP, and keeps pixels, profile and orientation', async () => {
    const original = await makeImage()
      .withMetadata({ icc: 'p3', orientation: 6 })
      .withExifMerge({ IFD0: { Artist: person } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${person}</x:xmpmeta>`)
      .avif({ effort: 0 })
      .toBuffer();
    const stripped = strip(original, 'image/avif');
    expect(original.includes(person)).toBe(true);
    expect(Buffer.from(stripped).includes(person)).toBe(false);
    const before = await sharp(original).metadata();
    const after = await sharp(stripped).metadata();
    expect(after).toMatchObject({ width: before.width, height: before.height, icc: before.icc });
    expect([after.exif, after.xmp]).toEqual([undefined, undefined]);
    expect(await decode(stripped)).toEqual(await decode(original));
    expect(listBoxes(stripped)).toEqual(['ftyp', 'meta', 'mdat']);
    expect(stripMetadata(stripped, 'image/avif')).toBeUndefined();
  });

  it('removes thumbnails with their tiles, descriptions, videos and unknown boxes, and keeps tiles and gain map', async () => {
    const tile = takeImage(await makeImage().avif({ effort: 0 }).toBuffer());
    const thumbnail = takeImage(await makeImage().negate().avif({ effort: 0 }).toBuffer());
    const bytes = buildHeif({
      brand: 'avif',
      items: [
        {
          id: 1,
          type: 'grid',
          data: gridData(1, 2, [192, 64]),
          properties: [sizeProperty(192, 64)],
          references: [{ type: 'dimg', to: [2, 3] }],
        },
        {
          id: 2,
          ...tile,
          properties: [
            ...(tile.properties ?? []),
            buildBox('udes', Buffer.from(`\0\0\0\0en\0${person}\0\0\0`)),
          ],
        },
        { id: 3, ...tile },
        {
          id: 4,
          type: 'grid',
          data: gridData(1, 1, [96, 64]),
          properties: [sizeProperty(96, 64)],
          references: [
            { type: 'dimg', to: [5] },
            { type: 'thmb', to: [1] },
          ],
        },
        { id: 5, ...thumbnail },
        {
          id: 6,
          type: 'Exif',
          data: Buffer.from(`\0\0\0\0MM\0*${person}`),
          references: [{ type: 'cdsc', to: [1] }],
        },
        {
          id: 7,
          type: 'mime',
          data: Buffer.from(`<x:xmpmeta>${person}</x:xmpmeta>`),
          references: [{ type: 'cdsc', to: [1, 8] }],
        },
        {
          id: 8,
          ...tile,
          properties: [...(tile.properties ?? []), auxiliaryProperty(gainMapType)],
          references: [{ type: 'auxl', to: [1] }],
        },
      ],
      others: [
        buildBox('mpvd', buildPhoneVideo()),
        buildBox('uuid', Buffer.from(person)),
        buildBox('free', Buffer.from(person)),
      ],
    });
    expect(listKinds(bytes)).toEqual(['gain_map', 'motion_video', 'preview']);
    const stripped = strip(bytes, 'image/avif');
    expect(listKinds(stripped)).toEqual(['gain_map']);
    expect(Buffer.from(stripped).includes(person)).toBe(false);
    expect(Buffer.from(stripped).includes(Buffer.from(thumbnail.data ?? []))).toBe(false);
    expect(listBoxes(stripped)).toEqual(['ftyp', 'meta', 'mdat']);
    expect(await decode(stripped)).toEqual(await decode(bytes));
    expect(stripMetadata(stripped, 'image/avif')).toBeUndefined();
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['is cut off', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['has no items', (bytes) => Buffer.from(bytes.toString('latin1').replace('iloc', 'xxxx'), 'latin1')],
    ['names an image that is not there', (bytes) => replaceNumber(bytes, 'pitm', 8)],
  ])('refuses a file that %s', async (_case, change) => {
    const original = await makeImage()
      .withExif({ IFD0: { Artist: person } })
      .avif({ effort: 0 })
      .toBuffer();
    expect(() => strip(change(original), 'image/avif')).toThrow(/item/);
  });
});

const animation = findSharedCase('07-animated.avif');

it.skipIf(animation === undefined)(
  'stripMetadata of an animated AVIF moves its frames together with their positions',
  () => {
    const original = readFileSync(animation ?? '');
    const stripped = strip(insertBox(original, buildBox('free', Buffer.from(person))), 'image/avif');
    expect(Buffer.from(stripped).equals(strip(original, 'image/avif'))).toBe(true);
    expect(readFrames(Buffer.from(stripped))).toEqual(readFrames(original));
  },
);

/** Reads the bytes of the image, and the first ones of each chunk of the track, where they are said to be. */
function readFrames(file: Buffer): readonly string[] {
  const { locations, primaryId } = readHeifItems(file);
  const extents = locations.get(primaryId)?.extents ?? [];
  const chunks = file.indexOf('stco') + 12;
  const starts = Array.from({ length: file.readUInt32BE(chunks - 4) }, (_, at) =>
    file.readUInt32BE(chunks + at * 4),
  );
  return [
    ...extents.map(({ offset, length }) => file.toString('base64', offset, offset + length)),
    ...starts.map((start) => file.toString('base64', start, start + 100)),
  ];
}

/** Inserts a box in front of the description of the items and tracks, whose positions move. */
function insertBox(file: Buffer, box: Buffer): Buffer {
  const meta = readHeifItems(file);
  const find = (name: string) => meta.top.find((one) => one.name === name) ?? { name, start: 8, end: 8 };
  const describeFile = (mapOffset: (offset: number) => number): Buffer =>
    Buffer.concat([
      file.subarray(0, find('ftyp').end),
      box,
      buildMeta(file, { meta, removed: new Set(), inBox: [], mapOffset }),
      rewriteMovie(file, find('moov'), mapOffset),
    ]);
  const data = file.subarray(find('mdat').start - 8);
  const moved = describeFile(() => 0).length + data.length - file.length;
  return Buffer.concat([describeFile((offset) => offset + moved), data]);
}

describe.skipIf(!hasSharedMedia)('stripMetadata of real files (needs the media collection)', () => {
  it('leaves nothing personal in HEIC photographs, and keeps their pixels', async () => {
    const problems: string[] = [];
    for (const name of ['cheers_1440x960.heic', 'exif-at-eof.heic', 'IMG_1034.heic']) {
      const path = sharedMedia('photos', name);
      const bytes = readFileSync(path);
      const stripped = strip(bytes, 'image/heic');
      const copy = join(folder, name);
      writeFileSync(copy, stripped);
      const before = await decodeHeic(path);
      const after = await decodeHeic(copy);
      if (Buffer.compare(before.data, after.data) !== 0) problems.push(`${path}: other pixels`);
      if (stripMetadata(stripped, 'image/heic') !== undefined)
        problems.push(`${path}: a second pass changes it`);
      // The sizes and the coding of the image are in boxes of the container.
      problems.push(...(await listPersonalTags([copy])).filter((tag) => !/^(?:QuickTime|Meta):/.test(tag)));
    }
    expect(problems).toEqual([]);
  });
});

function replaceNumber(bytes: Buffer, name: string, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt16BE(999, changed.indexOf(name) + at);
  return changed;
}

function listKinds(bytes: Uint8Array): readonly string[] {
  return listEmbeddedParts(bytes, 'image/avif')
    .map(({ kind }) => kind)
    .toSorted();
}

function strip(bytes: Uint8Array, mimeType: string): Uint8Array {
  const parts = stripMetadata(bytes, mimeType);
  return parts === undefined ? bytes : joinParts(bytes, parts);
}

function makeImage() {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  return sharp({ create: { width: 96, height: 64, channels: 3, background: '#808080', noise } });
}

async function decode(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return { hash: Buffer.from(data).toString('base64'), width: info.width, height: info.height };
}
