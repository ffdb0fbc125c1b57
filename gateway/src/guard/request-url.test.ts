import { describe, expect, it } from 'vitest';
import { normalizeUrl } from './request-url.ts';

describe('the address to route by', () => {
  it.each([
    ['/v2/projects?limit=50', '/v2/projects?limit=50'],
    ['/v2/files/a%20b', '/v2/files/a%20b'],
    ['/v2/files?name=%ff', '/v2/files?name=%ff'],
    ['/v2', '/v2/'],
    ['/v2?a=b', '/v2/?a=b'],
    ['/v2/%ff', '/malformed'],
    ['/v2/100%', '/malformed'],
  ])('of %s is %s', (url, routed) => {
    expect(normalizeUrl(url)).toBe(routed);
  });
});
