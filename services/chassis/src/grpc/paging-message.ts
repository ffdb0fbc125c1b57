import { PageRequest } from '@assay/proto/paging/v1/paging';
import type { PageInfo } from '@assay/proto/paging/v1/paging';
import type { Page, PageOf } from '../pagination.ts';
import { contract } from './contract/contract.ts';
import { fieldRules } from './rules/field-rules.ts';

/** Returns the page that a list request names; the first page of the default size when it names none. */
export function readPage(page: PageRequest | undefined): Page {
  return page ?? { limit: readDefaultLimit(), offset: 0 };
}

/** Returns the message that says how a page continues. */
export function toPageInfo({ total, totalIsExact, nextCursor }: PageOf<unknown>): PageInfo {
  return { total, totalIsExact, nextCursor };
}

function readDefaultLimit(): number {
  const limit = contract().getMessage(PageRequest.$type)?.field['limit'];
  const defaultLimit = limit && fieldRules(limit).defaultNumber;
  if (defaultLimit === undefined) throw new Error(`${PageRequest.$type} has no default limit`);
  return defaultLimit;
}
