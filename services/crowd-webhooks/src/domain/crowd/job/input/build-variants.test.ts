import { describe, expect, it } from 'vitest';
import { buildVariants } from './build-variants.ts';
import { joinRows } from './input-factors.ts';
import type { InputLists } from './input-factors.ts';

const list = (name: string, ...values: string[]) => ({ id: `id-${name}`, name, values });
const group = (name: string, ...lists: string[]) => ({ name, listIds: lists.map((each) => `id-${each}`) });
const limits = { slotsPerJob: 10, inputDataBytesPerJob: 1_000 };

/** Reads the values of each variant: its own, or those to which it refers. */
function readAll(input: InputLists) {
  const { variants, chunks } = buildVariants(input, limits);
  return variants.map(({ values, refs = [] }) => {
    const rows = refs.map(({ chunk, row }) => {
      const { names = [], rows: all = [] } = chunks[chunk] ?? {};
      return { names, row: all[row] ?? [] };
    });
    return values ?? joinRows(rows);
  });
}

describe('variants of input data', () => {
  it('are one for each value of one list, with its value', () => {
    const { variants, chunks } = buildVariants(
      { lists: [list('city', 'Hamburg', 'Kiel')], groups: [] },
      limits,
    );
    expect(variants).toEqual([
      { values: { city: 'Hamburg' }, fileIds: [] },
      { values: { city: 'Kiel' }, fileIds: [] },
    ]);
    expect(chunks).toEqual([]);
  });

  it('go in step in a group, and multiply with other lists and groups', () => {
    const lists = [list('a', '1', '2'), list('b', 'x', 'y'), list('c', 'p', 'q', 'r')];
    expect(readAll({ lists, groups: [group('pair', 'a', 'b')] }).map(Object.values)).toEqual([
      ...[
        ['1', 'x', 'p'],
        ['1', 'x', 'q'],
        ['1', 'x', 'r'],
        ['2', 'y', 'p'],
        ['2', 'y', 'q'],
        ['2', 'y', 'r'],
      ],
    ]);
  });

  it('keep the order of their lists, and store each value once where lists multiply', () => {
    const lists = [list('a', '1'), list('b', '2'), list('c', 'x', 'y'), list('d', '3'), list('e', 'p', 'q')];
    const input = { lists, groups: [] };
    expect(readAll(input).map((values) => Object.entries(values).flat().join(''))).toEqual([
      ...['a1b2cxd3ep', 'a1b2cxd3eq', 'a1b2cyd3ep', 'a1b2cyd3eq'],
    ]);
    const { variants, chunks } = buildVariants(input, limits);
    expect(variants.map(({ values }) => values)).toEqual([undefined, undefined, undefined, undefined]);
    expect(chunks.flatMap(({ rows }) => rows.flat()).toSorted()).toEqual(['1', '2', '3', 'p', 'q', 'x', 'y']);
  });

  it.each([
    [
      'lists of a group differ in length',
      { lists: [list('a', '1'), list('b', 'x', 'y')], groups: [group('pair', 'a', 'b')] },
      undefined,
    ],
    ['a list has no values', { lists: [list('a', '1'), list('b')], groups: [] }, undefined],
    [
      'there are too many',
      { lists: [list('a', '1', '2', '3', '4'), list('b', '1', '2', '3')], groups: [] },
      limits.slotsPerJob,
    ],
    [
      'their names and values together have two bytes too many',
      { lists: [list('a', 'é'.repeat(249)), list('b', '1', '2')], groups: [] },
      limits.inputDataBytesPerJob,
    ],
  ])('are refused when %s', (_name, input, limit) => {
    const details = limit === undefined ? { field: 'inputDataSetId' } : { field: 'inputDataSetId', limit };
    const expected = expect.objectContaining({ status: 'INVALID_ARGUMENT', details });
    expect(() => buildVariants(input, limits)).toThrow(expected as Error);
  });

  it('may have exactly the bytes of the limit', () => {
    const lists = [list('a', `${'é'.repeat(248)}o`), list('b', '1', '2')];
    expect(buildVariants({ lists, groups: [] }, limits).variants).toHaveLength(2);
  });
});
