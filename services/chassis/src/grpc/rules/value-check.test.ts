import { describe, expect, it } from 'vitest';
import { valueCheck } from './value-check.ts';

const item = { required: false, ignoreIfZero: false };

describe('valueCheck', () => {
  it.each([
    [{ minLength: 1 }, ['a', '😀'], [['', 'must have at least 1 character']]],
    [{ minLength: 3 }, ['abc', '😀😀😀'], [['😀😀', 'must have at least 3 characters']]],
    [{ maxLength: 2 }, ['', 'ab', '😀😀'], [['😀😀😀', 'must have at most 2 characters']]],
    [{ minLength: 1, maxLength: 2 }, ['ab'], [['abc', 'must have 1 to 2 characters']]],
    [{ pattern: '^[a-z]+$', patternMessage: 'must be lower-case' }, ['abc'], [['aBc', 'must be lower-case']]],
    [{ pattern: '\\S', patternMessage: 'must not be blank' }, [' a '], [[' \u00a0\n', 'must not be blank']]],
    [{ oneOf: ['mock', 'stripe'] }, ['mock'], [['paypal', 'must be one of mock, stripe']]],
    [{ minimum: 0 }, [0, 1], [[-1, 'must be at least 0']]],
    [{ maximum: 5 }, [-1, 5], [[6, 'must be at most 5']]],
    [
      { minimum: 1, maximum: 200 },
      [1, 200],
      [
        [0, 'must be 1 to 200'],
        [201, 'must be 1 to 200'],
      ],
    ],
    [{ minItems: 1 }, [['a']], [[[], 'must have at least 1 entry']]],
    [{ maxItems: 1 }, [[], ['a']], [[['a', 'b'], 'must have at most 1 entry']]],
    [{ uniqueItems: true }, [[], ['a', 'b']], [[['a', 'b', 'a'], 'must not contain duplicates']]],
    [
      { items: { ...item, minimum: 0 } },
      [[], [0]],
      [[[1, -1], 'contains an invalid entry: it must be at least 0']],
    ],
  ] as const)('holds %j', (rules, right, wrong) => {
    const check = valueCheck(rules);
    for (const value of right) expect(check?.(value)).toBeUndefined();
    for (const [value, violation] of wrong) expect(check?.(value)).toBe(violation);
  });

  it('accepts only e-mail addresses', () => {
    const check = valueCheck({ format: 'email' });
    for (const address of ['ada@example.org', 'A+b@localhost']) expect(check?.(address)).toBeUndefined();
    for (const text of ['', 'ada', '@example.org', 'ada@', 'a b@example.org', 'ada@example.org\n']) {
      expect(check?.(text)).toBe('must be an e-mail address');
    }
  });

  it('accepts only absolute URIs', () => {
    const check = valueCheck({ format: 'uri' });
    const uris = ['https://example.org/a?b=c%20d#e', 'http://[::1]:8080/v2', 'mailto:ada@example.org'];
    for (const uri of uris) expect(check?.(uri)).toBeUndefined();
    for (const text of [
      '',
      '/relative',
      'https://',
      'https://exa mple.org',
      'https://example.org/ä',
      'a:%',
    ]) {
      expect(check?.(text)).toBe('must be a URI');
    }
  });

  it('refuses a text that contains a forbidden part', () => {
    const check = valueCheck({ notContains: '://' });
    expect(check?.('at https://example.org')).toBe('must not contain ://');
    expect(check?.('a: b // c')).toBeUndefined();
  });

  it('refuses excluded values', () => {
    expect(valueCheck({}, ['ROLE_SUPERADMIN'])?.('ROLE_SUPERADMIN')).toBe('must not be ROLE_SUPERADMIN');
    expect(valueCheck({}, ['ROLE_SUPERADMIN'])?.('ROLE_ADMIN')).toBeUndefined();
  });

  it('is undefined when every value is valid', () => {
    expect(valueCheck({})).toBeUndefined();
    expect(valueCheck({ items: item })).toBeUndefined();
  });
});
