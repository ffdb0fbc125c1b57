import { Role } from '@assay/proto/access/v1/access';
import { describe, expect, it } from 'vitest';
import { requireOwnLine, requireWithin } from './permissions.ts';
import type { Permissions } from './permissions.ts';

const soon = new Date('2026-01-01');
const later = new Date('2027-01-01');
const unbounded: Permissions = {
  role: Role.UNSPECIFIED,
  organizationIds: [],
  expirationDate: undefined,
  spendLimit: undefined,
  allowedTools: undefined,
};

const allows = (own: Permissions | undefined, wanted: Partial<Permissions>): boolean => {
  try {
    requireWithin({ ...unbounded, ...own, ...wanted }, own);
    return true;
  } catch {
    return false;
  }
};

describe('what a key may do', () => {
  it('is anything for a person who signed in', () => {
    expect(allows(undefined, unbounded)).toBe(true);
  });

  it('is what the calling key may do, exactly', () => {
    const own: Permissions = {
      role: Role.USER,
      organizationIds: ['a'],
      expirationDate: soon,
      spendLimit: { limitCents: 5, period: 'day' },
      allowedTools: ['x'],
    };
    expect(allows(own, {})).toBe(true);
    for (const field of Object.keys(unbounded) as (keyof Permissions)[]) {
      expect(allows(own, { [field]: unbounded[field] })).toBe(false);
    }
  });

  it.each([
    ['role', Role.USER, Role.VIEWER, Role.ADMIN],
    ['role', Role.ADMIN, Role.UNSPECIFIED, Role.SUPERADMIN],
    ['organizationIds', ['a', 'b'], ['b'], ['a', 'c']],
    ['expirationDate', soon, soon, later],
    [
      'spendLimit',
      { limitCents: 5, period: 'day' },
      { limitCents: 4, period: 'day' },
      { limitCents: 6, period: 'day' },
    ],
    [
      'spendLimit',
      { limitCents: 5, period: 'day' },
      { limitCents: 0, period: 'day' },
      { limitCents: 1, period: 'month' },
    ],
    ['allowedTools', ['x', 'y'], ['y'], ['x', 'z']],
  ])('is bounded by %s: %j includes %j and not %j', (field, bound, less, more) => {
    const own = { ...unbounded, [field]: bound };
    expect(allows(own, { [field]: less })).toBe(true);
    expect(allows(own, { [field]: more })).toBe(false);
  });
});

it('a key changes itself and the keys that were made with it, and no other', () => {
  const own = { id: 'own', ancestorIds: ['maker'] };
  for (const key of [own, { id: 'child', ancestorIds: ['first', 'own'] }]) requireOwnLine(key, own);
  requireOwnLine({ id: 'any', ancestorIds: [] }, undefined);
  for (const key of [
    { id: 'maker', ancestorIds: [] },
    { id: 'sibling', ancestorIds: ['maker'] },
  ]) {
    expect(() => {
      requireOwnLine(key, own);
    }).toThrow('can change only itself');
  }
});
