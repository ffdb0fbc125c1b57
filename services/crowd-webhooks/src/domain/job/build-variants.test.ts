import { describe, expect, it } from 'vitest';
import { buildVariants } from './build-variants.ts';

const list = (name: string, ...values: string[]) => ({ id: `id-${name}`, name, values });
const group = (name: string, ...lists: string[]) => ({ name, listIds: lists.map((each) => `id-${each}`) });

describe('variants of input data', () => {
  it('are one for each value of one list', () => {
    const variants = buildVariants({ lists: [list('city', 'Hamburg', 'Kiel')], groups: [] }, 10);
    expect(variants).toEqual([
      { values: { city: 'Hamburg' }, fileIds: [] },
      { values: { city: 'Kiel' }, fileIds: [] },
    ]);
  });

  it('go in step in a group, and multiply with other lists and groups', () => {
    const lists = [list('a', '1', '2'), list('b', 'x', 'y'), list('c', 'p', 'q', 'r')];
    const variants = buildVariants({ lists, groups: [group('pair', 'a', 'b')] }, 6);
    expect(variants.map(({ values }) => Object.values(values).join(''))).toEqual([
      ...['1xp', '1xq', '1xr', '2yp', '2yq', '2yr'],
    ]);
  });

  it.each([
    [
      'lists of a group differ in length',
      { lists: [list('a', '1'), list('b', 'x', 'y')], groups: [group('pair', 'a', 'b')] },
    ],
    ['a list has no values', { lists: [list('a', '1'), list('b')], groups: [] }],
    ['there are too many', { lists: [list('a', '1', '2', '3', '4'), list('b', '1', '2')], groups: [] }],
  ])('are refused when %s', (_name, input) => {
    const expected = expect.objectContaining({
      status: 'INVALID_ARGUMENT',
      details: { field: 'inputDataSetId' },
    });
    expect(() => buildVariants(input, 7)).toThrow(expected as Error);
  });
});
