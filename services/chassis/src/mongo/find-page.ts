import type { Collection, Document, Filter, WithId } from 'mongodb';
import { creationPosition, encodeCursor, readPosition, unknownCursor } from '../pagination.ts';
import type { Page, PageOf } from '../pagination.ts';

/** A total order of documents, so that a page can begin after any document. */
export interface ListOrder<D> {
  readonly sort: Readonly<Record<string, -1>>;
  /** Encodes the position of a document in this order. */
  readonly encodePosition: (document: D) => string;
  /** Builds the condition for the documents after a position. Returns undefined when the position is malformed. */
  readonly filterAfter: (position: string) => Document | undefined;
}

/** Orders documents by creation, newest first, then by id, descending. */
export const newestFirst: ListOrder<{ readonly _id: string; readonly createdAt: Date }> = {
  sort: { createdAt: -1, _id: -1 },
  encodePosition: ({ createdAt, _id }) => `${createdAt.getTime().toString()}.${_id}`,
  filterAfter(position) {
    const [, time, id] = creationPosition.exec(position) ?? [];
    if (id === undefined) return undefined;
    const createdAt = new Date(Number(time));
    // The range limits the index scan. The alternatives exclude documents of the same millisecond that come
    // earlier in the order.
    return { createdAt: { $lte: createdAt }, $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: id } }] };
  },
};

/** A list of documents that is read page by page. */
export interface ListQuery<D> {
  readonly filter: Document;
  readonly order: ListOrder<D>;
  /** Excludes fields from the result. The fields of the order must stay in it. */
  readonly projection?: Document;
}

/** Clients that read by cursor get an exact total up to this number of documents. */
const maxExactTotal = 10_000;

/**
 * Reads one page of the matching documents. Throws INVALID_ARGUMENT for a cursor that no list in this order has
 * returned, and for a cursor together with an offset.
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

/** Builds the condition for the documents after the cursor, combined with the filter's own condition on the same field. */
function filterAfterCursor<D>(order: ListOrder<D>, filter: Document, page: Page): Document {
  const position = readPosition(page);
  if (position === undefined) return {};
  const condition = order.filterAfter(position);
  if (condition === undefined) throw unknownCursor();
  const both = Object.entries(condition).map(([field, bound]: [string, unknown]) => {
    const existing: unknown = filter[field];
    return [field, isDocument(existing) && isDocument(bound) ? { ...existing, ...bound } : bound] as const;
  });
  return Object.fromEntries(both);
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
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
