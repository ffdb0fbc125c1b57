import { expect, it } from 'vitest';
import { ascii, latin, long, tiffOf, u16, u32, undefinedBytes } from '../../test/build-media.ts';
import type { BuiltEntry } from '../../test/build-media.ts';
import { openValues } from './read-values.ts';
import { walkTiff } from './walk-tiff.ts';

function open(...entries: readonly BuiltEntry[]) {
  const bytes = Uint8Array.from(tiffOf(entries));
  const walk = walkTiff(bytes, { offset: 0, length: bytes.length });
  if (!walk.ok) throw new Error(walk.reason);
  return openValues(bytes, walk.tiff);
}

const shorts = (tag: number, ...numbers: readonly number[]): BuiltEntry => ({
  tag,
  type: 3,
  count: numbers.length,
  value: numbers.flatMap(u16),
});
const fractions = (tag: number, ...pairs: readonly (readonly [number, number])[]): BuiltEntry => ({
  tag,
  type: 5,
  count: pairs.length,
  value: pairs.flat().flatMap(u32),
});

it('reads a single number, and the first of several fractions alone', () => {
  const values = open(long(1, 70_000), shorts(2, 7), shorts(3, 7, 8), fractions(4, [1, 4], [1, 2]));
  expect([1, 2, 3, 4].map((tag) => values.number('ifd0', tag))).toEqual([70_000, 7, null, 0.25]);
  expect(values.fractions('ifd0', 4)).toEqual([0.25, 0.5]);
  expect(values.fractions('ifd0', 1)).toBeNull();
});

it('has no number for a fraction by zero', () => {
  const values = open(fractions(1, [0, 0]), fractions(2, [1, 0]));
  expect([1, 2].map((tag) => values.number('ifd0', tag))).toEqual([null, null]);
});

it('reads text up to its first NUL, as UTF-8 and without surrounding space', () => {
  const utf8 = latin(Buffer.from(' Zürich \0hidden').toString('latin1'));
  const values = open({ tag: 1, type: 2, count: utf8.length, value: utf8 }, ascii(2, '  '), long(3, 5));
  expect([1, 2, 3, 4].map((tag) => values.text('ifd0', tag))).toEqual(['Zürich', null, null, null]);
  expect(values.text('exif', 1)).toBeNull();
});

it('reads the other values of a directory with a damaged one', () => {
  const outside = { tag: 2, type: 2, count: 0xffff_ffff, value: u32(0x7fff_ffff) };
  const values = open(ascii(1, 'Maker'), outside, { tag: 3, type: 77, count: 1, value: u32(9) }, long(4, 6));
  expect([1, 2].map((tag) => values.text('ifd0', tag))).toEqual(['Maker', null]);
  expect([3, 4].map((tag) => values.number('ifd0', tag))).toEqual([null, 6]);
});

it('reads bytes of undefined type', () => {
  const values = open(undefinedBytes(1, latin('0230')), long(2, 1));
  expect(Array.from(values.bytes('ifd0', 1) ?? [])).toEqual(latin('0230'));
  expect(values.bytes('ifd0', 2)).toBeNull();
});
