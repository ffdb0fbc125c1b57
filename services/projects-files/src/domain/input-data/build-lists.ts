import { invalidField } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { mebibytes } from '@assay/chassis/units';
import type { GroupContent, InputDataGroup, InputDataList, ListContent } from './input-data-set.ts';

const maxValues = 100_000;
const maxBytes = mebibytes(8);

interface Before {
  readonly lists?: readonly InputDataList[];
  readonly now: Date;
}

/** The lists of a set; one that has the name of an earlier list is that list. INVALID_ARGUMENT for more than fits, or a name twice. */
export function buildLists(
  contents: readonly ListContent[],
  { lists: before = [], now }: Before,
): readonly InputDataList[] {
  const named = contents.map(({ name, values }) => ({ name: name.trim(), values }));
  requireDistinct('lists', named);
  requireRoom('lists', {
    valueCount: named.reduce((sum, { values }) => sum + values.length, 0),
    bytes: named.reduce((sum, { values }) => sum + bytesOf(values), 0),
  });
  const earlier = new Map(before.map((list) => [list.name, list]));
  return named.map(({ name, values }) => {
    const list = earlier.get(name);
    if (list === undefined) return { id: newId(), name, values, createdAt: now, updatedAt: now };
    return isSame(list.values, values) ? list : { ...list, values, updatedAt: now };
  });
}

/** The groups of a set. INVALID_ARGUMENT for lists that are not in it or in another group, or a name twice. */
export function buildGroups(
  contents: readonly GroupContent[],
  lists: readonly InputDataList[],
): readonly InputDataGroup[] {
  const named = contents.map(({ name, lists: names }) => ({ name: name.trim(), names }));
  requireDistinct('groups', named);
  const ids = new Map(lists.map(({ id, name }) => [name, id]));
  const grouped = new Set<string>();
  return named.map(({ name, names }) => {
    const listIds = names.map((list) => {
      const id = ids.get(list.trim());
      if (id === undefined) throw invalidField('groups', 'groups names a list that is not in the set');
      if (grouped.has(id)) throw invalidField('groups', 'groups names a list twice');
      grouped.add(id);
      return id;
    });
    return { id: newId(), name, listIds };
  });
}

function requireDistinct(field: string, named: readonly { readonly name: string }[]): void {
  if (new Set(named.map(({ name }) => name)).size < named.length) {
    throw invalidField(field, `${field} must not have a name twice`);
  }
}

/** INVALID_ARGUMENT that names the field for more than a set may hold. */
export function requireRoom(
  field: string,
  { valueCount, bytes }: { readonly valueCount: number; readonly bytes: number },
): void {
  if (valueCount > maxValues) {
    throw invalidField(field, `a set may have at most ${maxValues.toString()} values in all`);
  }
  if (bytes > maxBytes) {
    throw invalidField(field, `the values of a set may have at most ${maxBytes.toString()} bytes in all`);
  }
}

function bytesOf(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((value, at) => value === right[at]);
}
