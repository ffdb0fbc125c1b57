import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ascii, latin, tiffOf, u16, u32 } from '../../test/build-media.ts';
import { hasSharedMedia, sharedMedia } from '../../test/shared-media.ts';
import { bmffExif } from './bmff-metadata.ts';
import { readExif } from './read-exif.ts';

const box = (type: string, content: readonly number[]): number[] => [
  ...u32(content.length + 8),
  ...latin(type),
  ...content,
];
const tiff = tiffOf([ascii(0x010f, 'Example')]);
const item = [...u32(6), ...latin('Exif\0\0'), ...tiff];
const fileType = box('ftyp', latin('heic\0\0\0\0mif1'));

/** A file whose Exif item is the second of two; `place` gives offset and length of the item by where it would lie behind the boxes. */
function heic(version: 0 | 1, place = (offset: number): readonly [number, number] => [offset, item.length]) {
  const entry = (id: number, type: string) =>
    box('infe', [...[2, 0, 0, 0], ...u16(id), ...u16(0), ...latin(type), 0]);
  const info = box('iinf', [0, 0, 0, 0, ...u16(2), ...entry(1, 'hvc1'), ...entry(2, 'Exif')]);
  const located = (id: number, [offset, length]: readonly [number, number]) => [
    ...u16(id),
    ...(version === 1 ? u16(0) : []),
    ...[...u16(0), ...u16(1), ...u32(offset), ...u32(length)],
  ];
  const meta = (at: readonly [number, number]) =>
    box('meta', [
      ...[0, 0, 0, 0],
      ...info,
      ...box('iloc', [version, 0, 0, 0, 0x44, 0, ...u16(2), ...located(1, [0, 1]), ...located(2, at)]),
    ]);
  const offset = fileType.length + meta([0, 0]).length + 8;
  return Uint8Array.from([...fileType, ...meta(place(offset)), ...box('mdat', item)]);
}

describe('bmffExif', () => {
  it.each([0, 1] as const)(
    'finds the TIFF data of the Exif item, in version %i of its places',
    async (version) => {
      const bytes = heic(version);
      const range = bmffExif(bytes);
      expect(range?.length).toBe(tiff.length);
      expect(await readExif(bytes, 'image/heic')).toMatchObject({
        make: 'Example',
        structure: { problems: [] },
      });
    },
  );

  it('finds none beyond the file, without items, and in other files', () => {
    expect(bmffExif(heic(0, (offset) => [offset, 1_000]))).toBeNull();
    expect(bmffExif(Uint8Array.from(fileType))).toBeNull();
    expect(bmffExif(Buffer.from('no boxes at all, only text'))).toBeNull();
  });

  it.skipIf(!hasSharedMedia)('finds the maker notes in photographs of telephones', async () => {
    const bytes = await readFile(sharedMedia('photos', 'IMG_1034.heic'));
    const exif = await readExif(bytes, 'image/heic');
    const note = exif?.structure?.makerNote;
    expect(Buffer.from(bytes.subarray(note?.offset ?? 0)).toString('latin1', 0, 9)).toBe('Apple iOS');
    expect(exif?.structure?.problems).toEqual([]);
  });
});
