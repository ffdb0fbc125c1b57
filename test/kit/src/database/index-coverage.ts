import type { CommandStartedEvent, Db } from 'mongodb';
import { readQueryShapes } from './query-shapes.ts';
import type { QueryShape } from './query-shapes.ts';

type IndexKey = readonly (readonly [field: string, direction: number])[];

/**
 * Describes the queries among these commands that no index of the database serves. An index serves a query when its key begins with
 * the fields that are compared for equality, followed by the sort and then by a range. The embedded server never reports a missing
 * index, because it always scans.
 */
export async function findUncoveredQueries(
  commands: readonly CommandStartedEvent[],
  db: Db,
): Promise<string[]> {
  const shapes = commands
    .filter(({ databaseName }) => databaseName === db.databaseName)
    .flatMap(readQueryShapes);
  const distinct = new Map(shapes.map((shape) => [describeShape(shape), shape]));
  const uncovered: string[] = [];
  for (const [words, shape] of distinct) {
    const indexes = await listIndexes(db, shape.collection);
    if (!indexes.some(({ key, isUnique }) => serves(key, shape, isUnique))) uncovered.push(words);
  }
  return uncovered;
}

interface Index {
  readonly key: IndexKey;
  readonly isUnique: boolean;
}

/** Every collection has an index on its id, also an empty one, which the server does not list. */
const idIndex: Index = { key: [['_id', 1]], isUnique: true };

async function listIndexes(db: Db, collection: string): Promise<Index[]> {
  const indexes = await db
    .collection(collection)
    .indexes()
    .catch(() => []);
  return [
    idIndex,
    ...indexes.map(({ key, unique = false }) => ({
      key: Object.entries(key).map(([field, direction]) => [field, Number(direction)] as const),
      isUnique: unique,
    })),
  ];
}

/**
 * Returns true when an index serves a query shape. An equality on all fields of a unique index selects one document, so other
 * conditions do not matter.
 */
export function serves(
  key: IndexKey,
  { equal, range, sort }: Omit<QueryShape, 'collection'>,
  isUnique = false,
): boolean {
  if (isUnique && key.every(([field]) => equal.includes(field))) return true;
  const leading = key.findIndex(([field]) => !equal.includes(field));
  const rest = leading === -1 ? [] : key.slice(leading);
  const used = key.length - rest.length;
  if (used < equal.length) return false;
  if (!sortFollows(rest, sort)) return false;
  const afterSort = rest[sort.length]?.[0];
  return (
    used > 0 ||
    sort.length > 0 ||
    range.length === 0 ||
    (afterSort !== undefined && range.includes(afterSort))
  );
}

/** Returns true when the next fields of the key are those of the sort, in the same direction or all reversed. */
function sortFollows(rest: IndexKey, sort: QueryShape['sort']): boolean {
  const factors = new Set(
    sort.map(([field, direction], place) => {
      const [indexed, stored] = rest[place] ?? [];
      return indexed === field && stored !== undefined ? stored * direction : 0;
    }),
  );
  return factors.size <= 1 && !factors.has(0);
}

function describeShape({ collection, equal, range, sort }: QueryShape): string {
  const parts = [
    equal.length === 0 ? '' : `equality on ${equal.join(', ')}`,
    sort.length === 0
      ? ''
      : `sort by ${sort.map(([field, direction]) => `${field} ${direction}`).join(', ')}`,
    range.length === 0 ? '' : `range on ${range.join(', ')}`,
  ].filter((part) => part !== '');
  return `${collection}: ${parts.length === 0 ? 'everything' : parts.join('; ')}`;
}
