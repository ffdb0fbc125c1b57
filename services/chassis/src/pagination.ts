import { invalidField } from './errors.ts';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  /** How many match in all, not only on this page. */
  readonly total: number;
}

/** Checks a requested page: `limit` 1 to `maxLimit` (default 200), `offset` at least 0. INVALID_ARGUMENT otherwise. */
export function readPage(request: Page, maxLimit = 200): Page {
  if (!Number.isInteger(request.limit) || request.limit < 1 || request.limit > maxLimit) {
    throw invalidField('limit', `limit must be between 1 and ${String(maxLimit)}`);
  }
  if (!Number.isInteger(request.offset) || request.offset < 0) {
    throw invalidField('offset', 'offset must be at least 0');
  }
  return { limit: request.limit, offset: request.offset };
}
