import type { ByteRange } from '../jpeg/jpeg-structure.ts';

/** Returns ranges in the order of the file, without overlaps. */
export function unite(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const united: ByteRange[] = [];
  for (const { offset, length } of ranges.toSorted((a, b) => a.offset - b.offset)) {
    const last = united.at(-1);
    const lastEnd = last === undefined ? -1 : last.offset + last.length;
    if (length === 0) continue;
    if (last === undefined || offset > lastEnd) united.push({ offset, length });
    else united[united.length - 1] = { ...last, length: Math.max(lastEnd, offset + length) - last.offset };
  }
  return united;
}

/** Returns the parts of a range that others, which are united, do not cover. */
export function subtract(range: ByteRange, others: readonly ByteRange[]): readonly ByteRange[] {
  const left: ByteRange[] = [];
  const end = range.offset + range.length;
  let at = range.offset;
  for (const other of others) {
    if (other.offset + other.length <= at) continue;
    if (other.offset >= end) break;
    if (other.offset > at) left.push({ offset: at, length: other.offset - at });
    at = other.offset + other.length;
  }
  if (at < end) left.push({ offset: at, length: end - at });
  return left;
}

/** Maps positions in an old file to those in a new one that has the ranges one after the other from `start` on. */
export function createMapping(ranges: readonly ByteRange[], start: number): (offset: number) => number {
  let sum = start;
  const starts = ranges.map(({ length }) => (sum += length) - length);
  return (offset) => {
    let low = 0;
    let high = ranges.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((ranges[middle]?.offset ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    const range = ranges[low];
    if (range === undefined || offset < range.offset || offset > range.offset + range.length)
      throw new RangeError('the position is in no range');
    return (starts[low] ?? 0) + offset - range.offset;
  };
}

export function sumLengths(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { length }) => sum + length, 0);
}
