import { describe, expect, it } from 'vitest';
import { readPage } from '../src/pagination.ts';

describe('readPage', () => {
  it('takes 1 to 200 items from any offset', () => {
    expect(readPage({ limit: 200, offset: 7 })).toEqual({ limit: 200, offset: 7 });
  });

  it.each([
    ['limit', { limit: 0, offset: 0 }],
    ['limit', { limit: 201, offset: 0 }],
    ['limit', { limit: 1.5, offset: 0 }],
    ['offset', { limit: 1, offset: -1 }],
  ])('names %s when it is out of range', (field, page) => {
    expect(() => readPage(page)).toThrow(expect.objectContaining({ details: { field } }) as Error);
  });
});
