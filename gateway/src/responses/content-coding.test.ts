import { describe, expect, it } from 'vitest';
import { selectCoding } from './content-coding.ts';

describe('the content coding of a response', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, *', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0.1', 'gzip'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['br;q=x', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)('for %j is %s', (accepted, coding) => {
    expect(selectCoding(accepted, ['br', 'gzip'])).toBe(coding);
  });
});
