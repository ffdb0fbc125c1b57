import { describe, expect, it } from 'vitest';
import {
  ascii,
  directory,
  latin,
  long,
  tiffHeader,
  tiffOf,
  u16,
  u32,
  undefinedBytes,
} from '../../test/build-media.ts';
import type { TiffStructure } from './tiff-structure.ts';
import { walkTiff } from './walk-tiff.ts';

const walk = (data: readonly number[]) => walkTiff(Uint8Array.from(data), { offset: 0, length: data.length });

function walked(data: readonly number[]): TiffStructure {
  const result = walk(data);
  if (!result.ok) throw new Error(result.reason);
  return result.tiff;
}

const at = (offset: number, ...parts: readonly (readonly number[])[]): number[] => {
  const data = parts.flat();
  return [...data, ...new Array<number>(Math.max(0, offset - data.length)).fill(0)];
};

describe('walkTiff', () => {
  it('follows Exif, GPS and thumbnail directories and orders them as they lie in the file', () => {
    const ifd0 = directory(8, [ascii(0x010f, 'M'), long(0x8769, 300), long(0x8825, 200)], 400);
    const data = at(
      500,
      at(
        400,
        at(300, at(200, tiffHeader, ifd0), directory(200, [long(1, 1)])),
        directory(300, [undefinedBytes(0x927c, [1, 2, 3, 4, 5])]),
      ),
      directory(400, [long(0x0201, 450), long(0x0202, 20)]),
    );
    const tiff = walked(data);
    expect(tiff.ifds.map((ifd) => ifd.name)).toEqual(['ifd0', 'gps', 'exif', 'ifd1']);
    expect(tiff.thumbnail).toEqual({ offset: 450, length: 20 });
    expect(tiff.makerNote).toMatchObject({ length: 5 });
    expect(tiff).toMatchObject({ littleEndian: false, hasIfd1: true, problems: [] });
  });

  it('gives offsets in the file when the data begin inside it', () => {
    const data = tiffOf([ascii(0x010f, 'A maker')]);
    const result = walkTiff(Uint8Array.from([...latin('prefix'), ...data]), {
      offset: 6,
      length: data.length,
    });
    expect(result.ok && result.tiff.ifds[0]?.entries[0]?.value?.offset).toBe(6 + 8 + 2 + 12 + 4);
  });

  it('notes tags out of order', () => {
    expect(walked(tiffOf([ascii(0x0110, 'B'), ascii(0x010f, 'A')])).ifds[0]?.sorted).toBe(false);
  });

  it('ends on directories that point to each other', () => {
    const tiff = walked(tiffOf([long(0x8769, 8), long(0x8825, 8)], 8));
    expect(tiff.ifds).toHaveLength(1);
    expect(tiff.problems).toHaveLength(3);
  });

  it('reports values and thumbnails outside the data without reading them', () => {
    const outside = [...u16(1), ...u16(0x010f), ...u16(2), ...u32(0xffffffff), ...u32(0xfffffff0), ...u32(0)];
    const tiff = walked([...tiffHeader, ...outside]);
    expect(tiff.ifds[0]?.entries[0]?.value).toBeNull();
    expect(tiff.problems[0]).toContain('outside the data');
    const cut = walked(at(100, tiffHeader, directory(8, [], 50)).concat(directory(100, [])));
    expect(cut.thumbnail).toBeNull();
  });

  it('reports a directory that announces more entries than there are', () => {
    const tiff = walked([...tiffHeader, 0xff, 0xff, ...u16(0x010f), ...u16(3), ...u32(1), ...u32(0)]);
    expect(tiff.ifds[0]?.entries).toHaveLength(1);
    expect(tiff.problems).toContain('ifd0 announces more entries than it holds');
  });

  it.each([
    ['nothing', []],
    ['no header', latin('hello world')],
    ['a header alone', tiffHeader],
    ['a directory beyond the end', [...latin('MM'), 0, 42, 0xff, 0xff, 0xff, 0xff]],
  ])('answers a reason for %s', (_name, data) => {
    expect(walk(data)).toMatchObject({ ok: false });
  });
});
