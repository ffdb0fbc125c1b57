import { describe, expect, it } from 'vitest';
import { slugOf } from './organization.ts';

describe('a slug made from a name', () => {
  it.each([
    ['Local organization', 'local-organization'],
    ['Müller & Söhne', 'muller-sohne'],
    ['  --A__B--  ', 'a-b'],
    ['日本', 'organization'],
    ['', 'organization'],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ])('of %j is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
    expect(slug).toMatch(/^(?=.{1,60}$)[a-z0-9]+(-[a-z0-9]+)*$/u);
  });
});
