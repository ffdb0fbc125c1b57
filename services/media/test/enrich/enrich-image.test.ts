import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Exif, Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeImage } from '../../src/decode/decode-image.ts';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import type { ImageEnrichment } from '../../src/enrich/enrichment.ts';
import { hammingDistance } from '../../src/hash/perceptual-hash.ts';
import { hasSharedMedia, sharedFiles } from '../shared-media.ts';

let folder: string;
const pool = createEnrichmentPool({ size: 2 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-enrich-'));
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

async function enrich(path: string, mimeType = 'image/jpeg'): Promise<ImageEnrichment> {
  const result = await pool.run('enrichImage', { path, mimeType, sha256: 'a'.repeat(64) });
  if (!result.ok) throw new Error(result.reason);
  return result.value.enrichment;
}

async function store(name: string, content: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function hashOf(content: Sharp): Promise<string> {
  const path = await store(`${crypto.randomUUID()}.jpg`, await content.toBuffer());
  return (await enrich(path)).perceptualHash ?? '';
}

/** 24 bits a pixel; the width must be a multiple of four. */
function topDownBmp(rgb: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(-height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const bgr = Buffer.alloc(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) bgr.set([rgb[at + 2] ?? 0, rgb[at + 1] ?? 0, rgb[at] ?? 0], at);
  return Buffer.concat([header, bgr]);
}

const exif = (ifd: object): Exif => ({ IFD0: { Make: 'Acme', Model: 'Acme One' }, ...ifd });
const canvas = (): Sharp => sharp({ create: { width: 64, height: 40, channels: 3, background: '#4080c0' } });

describe('enrichImage', () => {
  it('gives exactly the fields of the contract for a picture without metadata', async () => {
    const enrichment = await enrich(await store('plain.png', await canvas().png().toBuffer()), 'image/png');
    expect(enrichment).toEqual({
      sha256: 'a'.repeat(64),
      detectedMimeType: 'image/png',
      width: 64,
      height: 40,
      orientation: 1,
      colorSpace: 'sRGB',
      hasExif: false,
      perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      c2pa: {
        present: false,
        state: 'absent',
        validator: '@contentauth/c2pa-wasm 0.13.3',
        trustListVersion: null,
        signer: null,
        statusCodes: [],
      },
    });
  });

  it('gives the same picture the same size and nearly the same hash in every accepted type', async () => {
    const width = 96;
    const height = 64;
    const pixels = Buffer.alloc(width * height * 3);
    for (let at = 0; at < width * height; at += 1) {
      const x = at % width;
      const y = Math.floor(at / width);
      const light = 128 + 60 * Math.sin(x / 7 + y / 31) + 60 * Math.cos(y / 9 - x / 23);
      pixels.fill(Math.round(light), at * 3, at * 3 + 3);
    }
    const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
    const files = await Promise.all(
      (['jpeg', 'png', 'webp', 'gif', 'avif'] as const).map(async (format) => {
        const content = await picture.clone().toFormat(format, { quality: 90 }).toBuffer();
        return [await store(`same.${format}`, content), `image/${format}`] as const;
      }),
    );
    const bmp = [await store('same.bmp', topDownBmp(pixels, width, height)), 'image/bmp'] as const;
    const enrichments = await Promise.all([...files, bmp].map(([path, mimeType]) => enrich(path, mimeType)));
    for (const enrichment of enrichments) {
      expect(enrichment).toMatchObject({ width, height, hasExif: false });
      const distance = hammingDistance(enrichment.perceptualHash ?? '', enrichments[1]?.perceptualHash ?? '');
      expect(distance).toBeLessThanOrEqual(8);
    }
    expect(enrichments.map(({ detectedMimeType }) => detectedMimeType)).toEqual(
      ['jpeg', 'png', 'webp', 'gif', 'avif', 'bmp'].map((format) => `image/${format}`),
    );
  });

  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
  ] as const)('reads device, time with offset and place from a %s', async (format, mimeType) => {
    const metadata = exif({
      IFD2: { DateTimeOriginal: '2023:07:01 18:22:05', OffsetTimeOriginal: '+02:00' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '33/1 52/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '151/1 12/1 36/1',
      },
    });
    const image = await canvas().withExif(metadata).toFormat(format).toBuffer();
    const enrichment = await enrich(await store(`full.${format}`, image), mimeType);
    expect(enrichment).toMatchObject({
      hasExif: true,
      captureDevice: 'Acme One',
      capturedAt: '2023-07-01T16:22:05.000Z',
      capturedAtBasis: 'offset',
    });
    expect(enrichment.gpsCoordinates?.lat).toBeCloseTo(-33.8667, 3);
    expect(enrichment.gpsCoordinates?.lng).toBeCloseTo(151.21, 3);
  });

  it('says when a time without offset is only assumed to be UTC', async () => {
    const image = await canvas()
      .withExif(exif({ IFD2: { DateTimeOriginal: '2023:07:01 18:22:05' } }))
      .jpeg()
      .toBuffer();
    expect(await enrich(await store('local.jpg', image))).toMatchObject({
      capturedAt: '2023-07-01T18:22:05.000Z',
      capturedAtBasis: 'assumed_utc',
    });
  });

  it('leaves out a time that is no date', async () => {
    const image = await canvas()
      .withExif(exif({ IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } }))
      .jpeg()
      .toBuffer();
    const enrichment = await enrich(await store('blank.jpg', image));
    expect(enrichment.hasExif).toBe(true);
    expect(enrichment).not.toHaveProperty('capturedAt');
  });

  it('gives the thumbnail of what it decodes in the same job', async () => {
    const wide = sharp({ create: { width: 1_200, height: 300, channels: 4, background: '#4080c080' } });
    const path = await store('wide.png', await wide.png().toBuffer());
    const result = await pool.run('enrichImage', { path, mimeType: 'image/png' });
    if (!result.ok) throw new Error(result.reason);
    const { enrichment, thumbnail } = result.value;
    expect(enrichment).toMatchObject({ width: 1_200, height: 300 });
    expect(thumbnail).toMatchObject({ mimeType: 'image/webp', width: 512, height: 128 });
    expect(await sharp(thumbnail?.bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true });
  });

  it('reads a picture whose colour profile is broken as one without', async () => {
    const plain = await canvas().jpeg().toBuffer();
    const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1'), Buffer.alloc(200, 7)]);
    const segment = Buffer.from([0xff, 0xe2, 0, profile.length + 2]);
    const content = Buffer.concat([plain.subarray(0, 2), segment, profile, plain.subarray(2)]);
    const { perceptualHash } = await enrich(await store('without-profile.jpg', plain));
    expect(await enrich(await store('broken-profile.jpg', content))).toMatchObject({ perceptualHash });
  });

  it('does not blame a file that is not there', async () => {
    const result = await pool.run('enrichImage', {
      path: join(folder, 'absent.jpg'),
      mimeType: 'image/jpeg',
    });
    expect(result).toMatchObject({ ok: false, code: 'unstarted' });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['the zeros of a recorder', Buffer.alloc(512)],
  ])('takes a JPEG that ends with %s instead of its end marker for whole', async (_, tail) => {
    const whole = await canvas().jpeg().toBuffer();
    const path = await store('unended.jpg', Buffer.concat([whole.subarray(0, -2), tail]));
    const { perceptualHash } = await enrich(await store('ended.jpg', whole));
    const enrichment = await enrich(path);
    expect(enrichment).toMatchObject({ perceptualHash });
    expect(enrichment).not.toHaveProperty('notes');
    expect((await decodeImage(path)).data).toHaveLength(3 * enrichment.width * enrichment.height);
  });

  it('says of a file that is cut off why its pixels were not examined, and keeps the rest', async () => {
    const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer();
    const path = await store('cut.jpg', whole.subarray(0, whole.length >> 1));
    const cut = await pool.run('enrichImage', { path, mimeType: 'image/jpeg' });
    const notes = [
      'The pixels were not examined: the file could not be decoded: premature end of JPEG image.',
    ];
    const enrichment = { width: 900, height: 900, perceptualHash: null, c2pa: { present: false }, notes };
    expect(cut).toMatchObject({ ok: true, value: { enrichment } });
    expect(cut.ok && cut.value.thumbnail).toBeUndefined();
    expect(await enrich(await store('whole.jpg', whole))).toMatchObject({ width: 900 });
  });
});

describe('enrichOther', () => {
  it('gives the common fields of a document and no more', async () => {
    const path = await store('note.txt', Buffer.from('plain words'));
    const result = await pool.run('enrichOther', { path, mimeType: 'text/plain' });
    expect(result).toMatchObject({
      ok: true,
      value: { detectedMimeType: 'text/plain', c2pa: { state: 'unsupported' } },
    });
    expect(result.ok && Object.keys(result.value)).toEqual(['detectedMimeType', 'perceptualHash', 'c2pa']);
  });
});

describe.skipIf(!hasSharedMedia)('enrichImage of real photographs (needs the media collection)', () => {
  it('reads every photograph, and device and time of nearly all', async () => {
    const enrichments = await Promise.all(
      sharedFiles('photos').map((path) =>
        enrich(path, /\.hei[cf]$/.test(path) ? 'image/heic' : 'image/jpeg'),
      ),
    );
    expect(enrichments).toHaveLength(53);
    expect(
      enrichments.filter(({ captureDevice }) => captureDevice !== undefined).length,
    ).toBeGreaterThanOrEqual(50);
    expect(enrichments.filter(({ capturedAt }) => capturedAt !== undefined).length).toBeGreaterThanOrEqual(
      51,
    );
    expect(
      enrichments.filter(({ gpsCoordinates }) => gpsCoordinates !== undefined).length,
    ).toBeGreaterThanOrEqual(14);
  });

  it('gives resaved, resized and turned copies nearly the same hash and other photographs another', async () => {
    const photos = sharedFiles('photos')
      .filter((path) => path.endsWith('.jpg'))
      .slice(0, 12);
    const originals = await Promise.all(
      photos.map(async (path) => (await enrich(path)).perceptualHash ?? ''),
    );
    const copies = await Promise.all(
      photos.map(async (path) => {
        const content = await readFile(path);
        return Promise.all([
          hashOf(sharp(content).autoOrient().jpeg({ quality: 40 })),
          hashOf(sharp(content).autoOrient().resize(640).jpeg({ quality: 75 })),
          hashOf(sharp(content).autoOrient().rotate(90).withMetadata({ orientation: 8 }).jpeg()),
        ]);
      }),
    );
    const nearest = copies.flatMap((group, index) =>
      group.map((copy) => hammingDistance(copy, originals[index] ?? '')),
    );
    const foreign = originals.flatMap((a, i) => originals.slice(i + 1).map((b) => hammingDistance(a, b)));
    expect(Math.max(...nearest)).toBeLessThanOrEqual(6);
    expect(Math.min(...foreign)).toBeGreaterThanOrEqual(14);
  });
});
