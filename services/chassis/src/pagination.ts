import { invalidField } from './errors.ts';

/** A requested page of a list. The contract limits its fields. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** The cursor of the previous page, empty for the first page. undefined: `offset` determines the page. */
  readonly cursor?: string | undefined;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  /** The number of matches on all pages. */
  readonly total: number;
  /** False when there are more matches than `total`. */
  readonly totalIsExact: boolean;
  /** The cursor of the next page. undefined: this is the last page. */
  readonly nextCursor: string | undefined;
}

/** Encodes the position after which a page begins. */
export function encodeCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/**
 * Returns the position that the cursor of a page names; undefined for a page without one. Throws INVALID_ARGUMENT for a cursor together
 * with an offset.
 */
export function readPosition({ cursor, offset }: Page): string | undefined {
  if (cursor === undefined) return undefined;
  if (offset > 0) throw invalidField('offset', 'Send either `offset` or `cursor`, not both.');
  if (cursor === '') return undefined;
  const position = Buffer.from(cursor, 'base64url').toString();
  if (encodeCursor(position) !== cursor) throw unknownCursor();
  return position;
}

/** Creates INVALID_ARGUMENT for a cursor that no list has returned. */
export function unknownCursor(): Error {
  return invalidField('cursor', 'The cursor is not valid. Start again without `cursor`.');
}

/**
 * Picks a page of a list that is complete in memory.
 *
 * @param isAfter returns true for the items that come after a position; undefined for a malformed position
 */
export function pickPage<T>(
  all: readonly T[],
  page: Page,
  { encodePosition, isAfter }: PositionIn<T>,
): PageOf<T> {
  const position = readPosition(page);
  const after = position === undefined ? undefined : isAfter(position);
  if (position !== undefined && after === undefined) throw unknownCursor();
  const left = (after === undefined ? all : all.filter(after)).slice(page.offset);
  const items = left.slice(0, page.limit);
  const last = left.length > page.limit ? items.at(-1) : undefined;
  const nextCursor = last === undefined ? undefined : encodeCursor(encodePosition(last));
  return { items, total: all.length, totalIsExact: true, nextCursor };
}

/** The order of a list in memory. */
export interface PositionIn<T> {
  readonly encodePosition: (item: T) => string;
  /** Returns the test for the items after a position. Returns undefined when the position is malformed. */
  readonly isAfter: (position: string) => ((item: T) => boolean) | undefined;
}

interface Created {
  readonly id: string;
  readonly createdAt: Date;
}

/** Orders by creation, newest first, then by id, descending. */
export function orderByCreation<T>(readCreated: (item: T) => Created): PositionIn<T> {
  return {
    encodePosition: (item) => {
      const { id, createdAt } = readCreated(item);
      return `${createdAt.getTime().toString()}.${id}`;
    },
    isAfter(position) {
      const [, time, id] = creationPosition.exec(position) ?? [];
      if (id === undefined) return undefined;
      return (item) => {
        const created = readCreated(item);
        const differenceMs = created.createdAt.getTime() - Number(time);
        return differenceMs < 0 || (differenceMs === 0 && created.id < id);
      };
    },
  };
}

/** The milliseconds of the creation and the id. */
export const creationPosition = /^(\d{1,15})\.(.+)$/u;
