import { invalidField } from '@assay/chassis/errors';
import type { Variant } from './variant.ts';

export interface InputList {
  readonly id: string;
  readonly name: string;
  readonly values: readonly string[];
}

/** A set of input data, as projects-files has it. */
export interface InputLists {
  readonly lists: readonly InputList[];
  readonly groups: readonly { readonly name: string; readonly listIds: readonly string[] }[];
}

type Values = Variant['values'];

/**
 * Builds the variants of a set of input data. The lists of a group go in step; groups and other lists multiply, the first one slowest.
 * INVALID_ARGUMENT for a group whose lists differ in length, for a list without values, and for more than `maxVariants`.
 */
export function buildVariants({ lists, groups }: InputLists, maxVariants: number): readonly Variant[] {
  const columns = groups.map(({ name, listIds }) =>
    readGroup(
      name,
      lists.filter(({ id }) => listIds.includes(id)),
    ),
  );
  const grouped = new Set(groups.flatMap(({ listIds }) => listIds));
  const single = lists
    .filter(({ id }) => !grouped.has(id))
    .map(({ name, values }) => readGroup(name, [{ id: '', name, values }]));
  const factors = [...columns, ...single];
  const count = factors.reduce((product, rows) => product * rows.length, 1);
  if (count > maxVariants) {
    throw invalidField(
      'inputDataSetId',
      `The input data has ${count.toString()} variants; at most ${maxVariants.toString()} are possible.`,
    );
  }
  const combined = factors.reduce(
    (rows: readonly Values[], factor) =>
      rows.flatMap((row) => factor.map((values) => ({ ...row, ...values }))),
    [{}],
  );
  return combined.map((values) => ({ values, fileIds: [] }));
}

/** Returns the rows of lists that go in step. */
function readGroup(name: string, lists: readonly InputList[]): readonly Values[] {
  const [first] = lists;
  const length = first?.values.length ?? 0;
  if (length === 0)
    throw invalidField('inputDataSetId', `The list ${first?.name ?? name} of the input data has no values.`);
  if (lists.some(({ values }) => values.length !== length)) {
    throw invalidField('inputDataSetId', `The lists of the group ${name} have different numbers of values.`);
  }
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(lists.map((list) => [list.name, list.values[row] ?? ''])),
  );
}
