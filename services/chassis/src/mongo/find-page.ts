import type { Collection, Document, Filter, WithId } from 'mongodb';
import { invalidField } from '../errors.ts';
import type { Page, PageOf } from '../pagination.ts';

/** A total order of documents, in which a list can go on behind any of them. */
export interface ListOrder<D> {
  readonly sort: Readonly<Record<string, -1>>;
  /** Where a document stands. */
  readonly encodePosition: (document: D) => string;
  /** The condition on what comes behind a position; undefined: it is none. */
  readonly filterAfter: (position: string) => Document | undefined;
}

/** By creation, newest first, then by id, descending. */
export const newestFirst: ListOrder<{ readonly _id: string; readonly createdAt: Date }> = {
  sort: { createdAt: -1, _id: -1 },
  encodePosition: ({ createdAt, _id }) => `${createdAt.getTime().toString()}.${_id}`,
  filterAfter(position) {
    const [, time, id] = /^(\d{1,15})\.(.+)$/u.exec(position) ?? [];
    if (id === undefined) return undefined;
    const createdAt = new Date(Number(time));
    // The range bounds what an index reads; the alternatives leave out what was created in the same millisecond.
    return { createdAt: { $lte: createdAt }, $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: id } }] };
  },
};

/** What a page is taken of. */
export interface ListQuery<D> {
  readonly filter: Document;
  readonly order: ListOrder<D>;
  /** Leaves fields out, but none that the order is by. */
  readonly projection?: Document;
}

/** Who reads by cursors needs no exact total of a list that is longer. */
const maxExactTotal = 10_000;

/**
 * One page of the documents that match. INVALID_ARGUMENT for a cursor that was not given out by a list in this order,
 * and for a cursor together with an offset.
 */
export async function findPage<D extends Document>(
  collection: Collection<D>,
  { filter, order, projection = {} }: ListQuery<WithId<D>>,
  page: Page,
): Promise<PageOf<WithId<D>>> {
  const { limit, offset } = page;
  const query = collection
    .find({ ...filter, ...filterAfterCursor(order, filter, page) } as Filter<D>, { projection })
    .sort({ ...order.sort })
    .skip(offset)
    .limit(limit + 1);
  const [found, totals] = await Promise.all([query.toArray(), count(collection, filter as Filter<D>, page)]);
  const last = found.length > limit ? found[limit - 1] : undefined;
  const nextCursor = last === undefined ? undefined : encodeCursor(order.encodePosition(last));
  return { items: found.slice(0, limit), ...totals, nextCursor };
}

/** Of a field that the filter names too, both conditions hold. */
function filterAfterCursor<D>(order: ListOrder<D>, filter: Document, { cursor, offset }: Page): Document {
  if (cursor === undefined) return {};
  if (offset > 0) throw invalidField('offset', 'offset is not taken together with cursor');
  if (cursor === '') return {};
  const position = Buffer.from(cursor, 'base64url').toString();
  const condition = encodeCursor(position) === cursor ? order.filterAfter(position) : undefined;
  if (condition === undefined) throw invalidField('cursor', 'cursor is none that a list has answered');
  const both = Object.entries(condition).map(([field, bound]: [string, unknown]) => {
    const existing: unknown = filter[field];
    return [field, isDocument(existing) && isDocument(bound) ? { ...existing, ...bound } : bound] as const;
  });
  return Object.fromEntries(both);
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function encodeCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

async function count<D extends Document>(
  collection: Collection<D>,
  filter: Filter<D>,
  { cursor }: Page,
): Promise<Pick<PageOf<D>, 'total' | 'totalIsExact'>> {
  const maxExact = cursor === undefined ? undefined : maxExactTotal;
  const counted = await collection.countDocuments(
    filter,
    maxExact === undefined ? {} : { limit: maxExact + 1 },
  );
  const totalIsExact = maxExact === undefined || counted <= maxExact;
  return { total: totalIsExact ? counted : maxExact, totalIsExact };
}
