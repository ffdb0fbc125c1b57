import { describe, expect, it } from 'vitest';
import { deriveMaxBodyBytes } from './body-size.ts';

const text = (maxLength: number) => ({ type: 'string', maxLength });

describe('the maximum size of a JSON body', () => {
  it.each([
    ['small fields', { type: 'object', properties: { name: text(255), count: { type: 'integer' } } }, 64],
    ['a long text', { type: 'object', properties: { text: text(20_000) } }, 128],
    [
      'a list',
      { type: 'object', properties: { ids: { type: 'array', maxItems: 5_000, items: text(10) } } },
      512,
    ],
    ['one of several forms', { anyOf: [text(30_000), { type: 'null' }] }, 256],
    ['an open object', { type: 'object', properties: { data: { type: 'object' } } }, 128],
    ['fields without an end', { type: 'array', maxItems: 100_000, items: text(10_000) }, 1_024],
  ])('of %s is the sum of their limits as a power of two', (_name, schema, kibibytes) => {
    expect(deriveMaxBodyBytes(schema)).toBe(kibibytes * 1_024);
  });
});
