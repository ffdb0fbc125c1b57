import { PageRequest } from '@assay/proto/paging/v1/paging';
import { describe, expect, it } from 'vitest';
import { readPage, toPageInfo } from './paging-message.ts';

describe('the page of a list', () => {
  it('is the first one of the default size when the request names none', () => {
    expect(readPage(undefined)).toEqual({ limit: 20, offset: 0 });
  });

  it('is the one that the request names', () => {
    const page = PageRequest.fromPartial({ limit: 3, cursor: 'c' });
    expect(readPage(page)).toEqual({ limit: 3, offset: 0, cursor: 'c' });
  });

  it('says how it continues, without its items', () => {
    const page = { items: [1], total: 2, totalIsExact: true, nextCursor: undefined };
    expect(toPageInfo(page)).toEqual({ total: 2, totalIsExact: true, nextCursor: undefined });
  });
});
