import { describe, expect, it } from 'vitest';
import { readEmailAddress } from './email-address.ts';

describe('readEmailAddress', () => {
  it.each([
    [' Ada@Example.ORG ', 'ada@example.org'],
    ["o'brien+tag@mail.example.co.uk", "o'brien+tag@mail.example.co.uk"],
    ['x@xn--mnchen-3ya.de', 'x@xn--mnchen-3ya.de'],
  ])('takes %j as %s', (given, email) => {
    expect(readEmailAddress(given)).toBe(email);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'ada@localhost',
    'a da@example.org',
    'ada@exam ple.org',
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    '"ada"@example.org',
    '.ada@example.org',
    'ada..b@example.org',
    'ada@-example.org',
    'ada@example..org',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a.'.repeat(126)}org`,
  ])('refuses %j and names the field', (given) => {
    expect(() => readEmailAddress(given)).toThrow(
      expect.objectContaining({ status: 'INVALID_ARGUMENT', details: { field: 'email' } }),
    );
  });
});
