import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPersonalTags } from '@assay/test-kit/media/personal-tags';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectType } from '../../src/sniff/detect-type.ts';
import { joinParts } from '../../src/strip/file-part.ts';
import { stripMetadata, strippableTypes } from '../../src/strip/strip-metadata.ts';
import { hasSharedMedia, sharedFiles } from '../shared-media.ts';

const person = { IFD0: { Artist: 'Anna Example', Copyright: 'Anna', Software: 'Editor 1' } };
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-strip-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('stripMetadata', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'removes EXIF and XMP of a %s and keeps its pixels',
    async (format) => {
      const original = await makeImage()
        .withExif(person)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
        .toFormat(format)
        .toBuffer();
      const stripped = strip(original, `image/${format}`);
      expect(await listPersonal([original], format)).not.toEqual([]);
      expect(await listPersonal([stripped], format)).toEqual([]);
      expect(await haveSamePixels(stripped, original)).toBe(true);
      expect(stripMetadata(stripped, `image/${format}`)).toBeUndefined();
    },
  );

  it.each(['jpeg', 'png', 'webp'] as const)(
    'keeps the orientation and the profile of a %s',
    async (format) => {
      const rotated = makeImage().withMetadata({ orientation: 6, icc: 'p3' }).withExifMerge(person);
      const original = await rotated.toFormat(format).toBuffer();
      const stripped = strip(original, `image/${format}`);
      const before = await sharp(original).metadata();
      const after = await sharp(stripped).metadata();
      expect(after.orientation).toBe(6);
      expect(after.icc).toEqual(before.icc);
      expect(await listPersonal([stripped], format)).toEqual([]);
      expect(await haveSamePixels(stripped, original)).toBe(true);
      expect(stripMetadata(stripped, `image/${format}`)).toBeUndefined();
    },
  );

  it('removes comments and unknown blocks of an animated GIF and keeps its frames and its loop', async () => {
    const plain = await (await makeAnimation()).gif({ loop: 3, delay: [100, 200] }).toBuffer();
    const comment = Buffer.from('\x21\xfe\x0bhello Anna!\x00', 'latin1');
    const tracker = Buffer.from('\x21\xff\x0bXMP DataXMP\x04abcd\x00', 'latin1');
    const original = Buffer.concat([
      plain.subarray(0, -1),
      comment,
      tracker,
      plain.subarray(-1),
      Buffer.from('after the end'),
    ]);
    const stripped = strip(original, 'image/gif');
    expect(Buffer.from(stripped).equals(plain)).toBe(true);
    expect(stripMetadata(stripped, 'image/gif')).toBeUndefined();
  });

  it('keeps all frames of an animated WebP', async () => {
    const original = await (
      await makeAnimation()
    )
      .withExif(person)
      .webp({ loop: 3, delay: [100, 200] })
      .toBuffer();
    const stripped = strip(original, 'image/webp');
    const { pages, loop, delay } = await sharp(stripped).metadata();
    expect({ pages, loop, delay }).toEqual({ pages: 2, loop: 3, delay: [100, 200] });
    expect(await listPersonal([stripped], 'webp')).toEqual([]);
    expect(await haveSamePixels(stripped, original)).toBe(true);
  });

  it('leaves a file without metadata as it is', async () => {
    const jpeg = await makeImage().jpeg().toBuffer();
    const png = await makeImage().png({ compressionLevel: 9 }).toBuffer();
    expect(stripMetadata(jpeg, 'image/jpeg')).toBeUndefined();
    expect(stripMetadata(strip(png, 'image/png'), 'image/png')).toBeUndefined();
  });

  it.each(['image/png', 'image/webp', 'image/gif'])('refuses a %s that is cut off', async (type) => {
    const bytes = await makeImage()
      .withExif(person)
      .toFormat(type === 'image/png' ? 'png' : type === 'image/gif' ? 'gif' : 'webp')
      .toBuffer();
    expect(() => stripMetadata(bytes.subarray(0, bytes.length - 20), type)).toThrow('cannot be followed');
  });

  describe.skipIf(!hasSharedMedia)('on files of the media collection', () => {
    it.each(['photos', 'c2pa', 'synthetic'])(
      'leaves nothing personal in %s and keeps the pixels',
      async (name) => {
        const stripped: Uint8Array[] = [];
        const problems: string[] = [];
        for (const path of sharedFiles(name)) {
          const bytes = readFileSync(path);
          const { mimeType = '' } = (await detectType(bytes)) ?? {};
          // HEIC has tests of its own: sharp does not decode it.
          if (!strippableTypes.includes(mimeType) || mimeType === 'image/heic') continue;
          const copy = strip(bytes, mimeType);
          problems.push(...(await compareImages(bytes, copy)).map((problem) => `${path}: ${problem}`));
          if (stripMetadata(copy, mimeType) !== undefined) problems.push(`${path}: a second pass changes it`);
          stripped.push(copy);
        }
        expect(problems).toEqual([]);
        expect(stripped.length).toBeGreaterThan(5);
        expect(await listPersonal(stripped, 'jpg')).toEqual([]);
      },
    );

    it('follows or refuses hostile files, and changes none of them twice', async () => {
      const changedTwice: string[] = [];
      for (const path of sharedFiles('hostile')) {
        const bytes = readFileSync(path);
        const type = (await detectType(bytes))?.mimeType ?? '';
        for (const mimeType of strippableTypes.includes(type) ? [type] : strippableTypes) {
          const stripped = tryStrip(bytes, mimeType);
          const again = stripped === undefined ? undefined : stripMetadata(stripped, mimeType);
          if (again !== undefined) changedTwice.push(path);
        }
      }
      expect(changedTwice).toEqual([]);
    });
  });
});

/** Lists the differences between a file and its stripped copy that a viewer shows. */
async function compareImages(bytes: Uint8Array, copy: Uint8Array): Promise<readonly string[]> {
  const before = await sharp(bytes).metadata();
  const after = await sharp(copy).metadata();
  const hasSameProfile = Buffer.from(before.icc ?? []).equals(Buffer.from(after.icc ?? []));
  return [
    ...((await haveSamePixels(bytes, copy)) ? [] : ['other pixels']),
    ...(hasSameProfile ? [] : ['another profile']),
    ...((before.orientation ?? 1) === (after.orientation ?? 1) ? [] : ['another orientation']),
  ];
}

function strip(bytes: Uint8Array, mimeType: string): Uint8Array {
  const parts = stripMetadata(bytes, mimeType);
  return parts === undefined ? bytes : joinParts(bytes, parts);
}

function tryStrip(bytes: Uint8Array, mimeType: string): Uint8Array | undefined {
  try {
    return strip(bytes, mimeType);
  } catch (error) {
    if (error instanceof Error && error.name === 'UndecodableError') return undefined;
    throw error;
  }
}

function makeImage(): Sharp {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  return sharp({ create: { width: 96, height: 64, channels: 3, background: '#808080', noise } });
}

async function makeAnimation(): Promise<Sharp> {
  const frames = ['#ff0000', '#0000ff'].map(async (background) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } });
}

/** Compares all frames as stored: without profile and orientation. */
async function haveSamePixels(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((bytes) =>
      sharp(bytes, { ignoreIcc: true, pages: -1, failOn: 'none' }).raw().toBuffer(),
    ),
  );
  return first !== undefined && second?.equals(first) === true;
}

/** Writes the files and lists their personal tags. */
async function listPersonal(files: readonly Uint8Array[], extension: string): Promise<readonly string[]> {
  const paths = files.map((bytes, index) => {
    const path = join(folder, `${index.toString()}.${extension}`);
    writeFileSync(path, bytes);
    return path;
  });
  return listPersonalTags(paths);
}
