import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  ascii,
  directory,
  endOfImage,
  exifSegment,
  frame,
  jpegOf,
  latin,
  long,
  scan,
  segment,
  startOfImage,
  tiffHeader,
  tiffOf,
  u16,
  u32,
} from '../../test/build-media.ts';
import type { JpegStructure } from './jpeg-structure.ts';
import { parseJpeg } from './parse-jpeg.ts';

const media = path.resolve(import.meta.dirname, '../../../../../shared/media');

function parsed(bytes: Uint8Array): JpegStructure {
  const result = parseJpeg(bytes);
  if (!result.ok) throw new Error(result.reason);
  return result.jpeg;
}

describe('parseJpeg', () => {
  it('lists segments in order, steps over stuffed zeros and restart markers, and ends at EOI', () => {
    const bytes = Uint8Array.from([
      ...startOfImage,
      ...frame(8, 8),
      ...scan([5, 0xff, 0, 0xff, 0xd3, 7]),
      ...endOfImage,
      9,
      9,
      9,
    ]);
    const jpeg = parsed(bytes);
    expect(jpeg.segments.map((one) => one.name)).toEqual(['SOI', 'SOF0', 'SOS', 'EOI']);
    expect(jpeg.complete).toBe(true);
    expect(jpeg.trailing).toEqual({ offset: bytes.length - 3, length: 3 });
    expect(jpeg.problems).toEqual([]);
  });

  it('reads frame, sampling, restart interval, comment, JFIF and Adobe headers', () => {
    const jpeg = parsed(
      jpegOf(
        segment(0xe0, [...latin('JFIF\0'), 1, 2, 1, 0, 72, 0, 72, 0, 0]),
        segment(0xee, [...latin('Adobe'), 0, 100, 0, 0, 0, 0, 1]),
        segment(0xdd, [0, 16]),
        segment(0xfe, latin('hello')),
      ),
    );
    expect(jpeg.frame).toMatchObject({
      precision: 8,
      width: 64,
      height: 48,
      sampling: '4:2:0',
      progressive: false,
    });
    expect(jpeg.restartInterval).toBe(16);
    expect(jpeg.comments).toEqual(['hello']);
    expect(jpeg.jfif).toEqual({ version: '1.02', units: 1, density: [72, 72] });
    expect(jpeg.adobe).toEqual({ version: 100, transform: 1 });
  });

  it('finds the previews of Exif, JFXX and Photoshop by their byte ranges', () => {
    const preview = [...startOfImage, 1, 2, ...endOfImage];
    const ifd0 = directory(8, [ascii(0x010f, 'M')], 100);
    const ifd1 = directory(100, [long(0x0201, 200), long(0x0202, preview.length)]);
    const tiff = [...tiffHeader, ...ifd0];
    const padded = [...tiff, ...new Array<number>(100 - tiff.length).fill(0), ...ifd1];
    const exif = exifSegment([...padded, ...new Array<number>(200 - padded.length).fill(0), ...preview]);
    const resource = [...u32(1), ...new Array<number>(24).fill(0), ...preview];
    const bytes = jpegOf(
      exif,
      segment(0xe0, [...latin('JFXX\0'), 0x10, ...preview]),
      segment(0xed, [
        ...latin('Photoshop 3.0\0'),
        ...latin('8BIM'),
        ...u16(0x040c),
        0,
        0,
        ...u32(resource.length),
        ...resource,
      ]),
    );
    const { previews } = parsed(bytes);
    expect(previews.map((one) => one.source)).toEqual(['ifd1', 'jfxx', 'photoshop']);
    for (const { offset, length } of previews)
      expect(Array.from(bytes.subarray(offset, offset + length))).toEqual(preview);
  });

  it('finds Multi-Picture previews relative to their own header, and leaves out pictures of other kinds', () => {
    const main = 0x030000;
    const largeThumbnail = 0x010001;
    const otherView = 0x020003;
    const entry = (size: number, offset: number, type: number): number[] => [
      ...u32(type),
      ...u32(size),
      ...u32(offset),
      0,
      0,
      0,
      0,
    ];
    const table = [
      ...entry(50, 0, main),
      ...entry(6, 150, largeThumbnail),
      ...entry(7, 160, otherView),
      ...entry(7, 160, 0),
    ];
    const tiff = tiffOf([{ tag: 0xb002, type: 7, count: table.length, value: table }]);
    const bytes = Uint8Array.from([
      ...jpegOf(segment(0xe2, [...latin('MPF\0'), ...tiff])),
      ...new Array<number>(200).fill(7),
    ]);
    const { mpf, previews } = parsed(bytes);
    expect(previews).toEqual([
      { source: 'mpf', encoding: 'jpeg', offset: (mpf?.offset ?? 0) + 150, length: 6 },
    ]);
  });

  it('reads Photoshop save quality and IPTC', () => {
    const resource = (id: number, body: readonly number[]): number[] => [
      ...latin('8BIM'),
      ...u16(id),
      0,
      0,
      ...u32(body.length),
      ...body,
      ...(body.length % 2 === 0 ? [] : [0]),
    ];
    const iptc = [0x1c, 2, 110, 0, 1, 65];
    const body = [
      ...latin('Photoshop 3.0\0'),
      ...resource(0x0406, [0, 6, 0, 1, 0, 3, 1]),
      ...resource(0x0404, iptc),
    ];
    const { photoshop } = parsed(jpegOf(segment(0xed, body)));
    expect(photoshop?.saveQuality).toBe(10);
    expect(photoshop?.iptc?.length).toBe(iptc.length);
  });

  it.each([
    ['empty', []],
    ['another format', latin('GIF89a')],
    ['a start marker alone', startOfImage],
    ['a frame header cut short', [...startOfImage, 0xff, 0xc0, 0, 17, 8, 0]],
    ['a segment that claims more than there is', [...startOfImage, 0xff, 0xe1, 0xff, 0xff, 1]],
    ['a segment length below two', [...startOfImage, 0xff, 0xe1, 0, 1, 0, 0]],
    ['only fill bytes', [...startOfImage, ...new Array<number>(500).fill(0xff)]],
  ])('answers a reason instead of throwing for %s', (_name, bytes) => {
    expect(parseJpeg(Uint8Array.from(bytes))).toMatchObject({ ok: false });
  });

  it('describes every truncation of a real JPEG without throwing', async () => {
    const whole = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#874' } })
      .jpeg()
      .toBuffer();
    const withExif = Uint8Array.from([
      ...startOfImage,
      ...exifSegment(tiffOf([ascii(0x010f, 'Maker')])),
      ...whole.subarray(2),
    ]);
    const isComplete = (length: number): boolean => {
      const result = parseJpeg(withExif.subarray(0, length));
      return result.ok && result.jpeg.complete;
    };
    const lengths = Array.from({ length: withExif.length + 1 }, (_unused, length) => length);
    expect(lengths.filter(isComplete)).toEqual([withExif.length]);
  });

  it('survives every single-byte corruption of a header', async () => {
    const whole = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#874' } })
      .jpeg()
      .toBuffer();
    const withExif = Uint8Array.from([
      ...startOfImage,
      ...exifSegment(tiffOf([ascii(0x010f, 'Maker')])),
      ...whole.subarray(2),
    ]);
    for (let at = 0; at < withExif.length; at += 1) {
      for (const value of [0, 0xff, 0x7f]) {
        const changed = Uint8Array.from(withExif);
        changed[at] = value;
        expect(typeof parseJpeg(changed).ok).toBe('boolean');
      }
    }
  });

  it('stays linear on a file of nothing but markers', () => {
    const bytes = new Uint8Array(8 << 20);
    for (let at = 2; at + 4 <= bytes.length; at += 4) bytes.set([0xff, 0xe0, 0, 2], at);
    bytes.set(startOfImage);
    const started = performance.now();
    expect(parseJpeg(bytes).ok).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe.skipIf(!existsSync(media))('parseJpeg on the media collection (needs the media collection)', () => {
  it('reads every camera photograph completely, within half a second each', () => {
    const names = readdirSync(path.join(media, 'photos')).filter((name) => name.endsWith('.jpg'));
    const failed = names.filter((name) => {
      const bytes = readFileSync(path.join(media, 'photos', name));
      const started = performance.now();
      return !parsed(bytes).complete || performance.now() - started > 500;
    });
    expect(names.length).toBeGreaterThan(40);
    expect(failed).toEqual([]);
  });

  it('answers for every hostile file', () => {
    const names = readdirSync(path.join(media, 'hostile'));
    const answers = names.map((name) => parseJpeg(readFileSync(path.join(media, 'hostile', name))).ok);
    expect(answers).toHaveLength(names.length);
    expect(answers).toContain(true);
  });
});
