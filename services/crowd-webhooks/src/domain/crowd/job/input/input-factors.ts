import { invalidField } from '@assay/chassis/errors';
import type { Values } from './variant.ts';

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

/** Lists that go in step. The variants of a set are all combinations of the rows of its factors. */
export interface Factor {
  readonly names: readonly string[];
  /** The values of each row, in the order of the names. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * Lists the factors of a set: its groups, then its other lists. Neighbours with one row are one factor. INVALID_ARGUMENT for a group whose
 * lists differ in length, and for a list without values.
 */
export function listFactors({ lists, groups }: InputLists): readonly Factor[] {
  const grouped = new Set(groups.flatMap(({ listIds }) => listIds));
  const parts = [
    ...groups.map(({ name, listIds }) => ({ name, lists: lists.filter(({ id }) => listIds.includes(id)) })),
    ...lists.filter(({ id }) => !grouped.has(id)).map((list) => ({ name: list.name, lists: [list] })),
  ];
  return parts.map(readFactor).reduce<readonly Factor[]>(joinConstants, []);
}

function readFactor(group: { readonly name: string; readonly lists: readonly InputList[] }): Factor {
  const { name, lists } = group;
  const [first] = lists;
  const length = first?.values.length ?? 0;
  if (length === 0)
    throw invalidField('inputDataSetId', `The list ${first?.name ?? name} of the input data has no values.`);
  if (lists.some(({ values }) => values.length !== length)) {
    throw invalidField('inputDataSetId', `The lists of the group ${name} have different numbers of values.`);
  }
  const rows = Array.from({ length }, (_, row) => lists.map(({ values }) => values[row] ?? ''));
  return { names: lists.map((list) => list.name), rows };
}

/** Joins a factor of one row to the one before it, if that has one row too. The order of the lists stays. */
function joinConstants(factors: readonly Factor[], factor: Factor): readonly Factor[] {
  const last = factors.at(-1);
  const [row, ...others] = factor.rows;
  const [lastRow, ...lastOthers] = last?.rows ?? [];
  const isJoined = others.length === 0 && lastOthers.length === 0;
  if (last === undefined || row === undefined || lastRow === undefined || !isJoined)
    return [...factors, factor];
  return [...factors.slice(0, -1), { names: [...last.names, ...factor.names], rows: [[...lastRow, ...row]] }];
}

export function countVariants(factors: readonly Factor[]): number {
  return factors.reduce((product, { rows }) => product * rows.length, 1);
}

/** Counts the UTF-8 bytes of the names and values of all variants, without building them. */
export function countBytes(factors: readonly Factor[]): number {
  const count = countVariants(factors);
  return factors.reduce((sum, { names, rows }) => {
    const bytes = rows.reduce((total, row) => total + countRowBytes(row), rows.length * countRowBytes(names));
    return sum + bytes * (count / rows.length);
  }, 0);
}

/** Returns the UTF-8 bytes of the largest value of each list, by its name. */
export function measureLists(factors: readonly Factor[]): ReadonlyMap<string, number> {
  const sizes = factors.flatMap(({ names, rows }) =>
    names.map((name, index) => {
      const max = rows.reduce((bytes, row) => Math.max(bytes, Buffer.byteLength(row[index] ?? '')), 0);
      return [name, max] as const;
    }),
  );
  return new Map(sizes);
}

export function countRowBytes(row: readonly string[]): number {
  return row.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
}

/** Returns the row of each factor in a variant. The first factor is the slowest one. */
export function findRows(factors: readonly Factor[], variant: number): readonly number[] {
  const found: number[] = [];
  let rest = variant;
  for (const { rows } of factors.toReversed()) {
    found.unshift(rest % rows.length);
    rest = Math.floor(rest / rows.length);
  }
  return found;
}

/** Combines rows of different lists. */
export function joinRows(
  rows: readonly { readonly names: readonly string[]; readonly row: readonly string[] }[],
): Values {
  return Object.fromEntries(
    rows.flatMap(({ names, row }) => names.map((name, index) => [name, row[index] ?? ''])),
  );
}
