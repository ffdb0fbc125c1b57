import { describe, expect, it } from 'vitest';
import { plainName } from './plain-name.ts';

describe('a name in a mail', () => {
  it.each([
    ['Harbour News & Co', 'Harbour News & Co'],
    ['Prize\r\n\r\nClick https://evil.example\u2028now\u0007', 'Prize Click https evil.example now'],
    [' \t', ''],
  ])('of %j is %j', (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });
});
