import { Role } from '@assay/proto/access/v1/access';
import { describe, expect, it } from 'vitest';
import type { ApiKey } from './api-key.ts';
import { isWorking, lineageAmong, permissionsOf, reaches } from './lineage.ts';

const now = new Date('2026-01-01T12:00:00Z');
const soon = new Date('2026-01-02');
const later = new Date('2026-01-03');

const keyWith = (fields: Partial<ApiKey> & Pick<ApiKey, 'id'>): ApiKey => ({
  userId: 'user',
  ancestorIds: [],
  name: fields.id,
  keySha256: fields.id,
  role: Role.UNSPECIFIED,
  expirationDate: undefined,
  isSuspended: false,
  revokedAt: undefined,
  organizationIds: [],
  spendLimit: undefined,
  allowedTools: undefined,
  createdAt: now,
  updatedAt: now,
  ...fields,
});
const first = keyWith({ id: 'first' });
const second = keyWith({ id: 'second', ancestorIds: ['first'] });
const third = keyWith({ id: 'third', ancestorIds: ['first', 'second'] });
const among = (...changed: readonly ApiKey[]) => {
  const known = [third, second, first].map((key) => changed.find(({ id }) => id === key.id) ?? key);
  return lineageAmong(known[0] ?? third, known);
};

describe('a key made with another one', () => {
  it('works while every key of its lineage does', () => {
    expect(isWorking(among(), now)).toBe(true);
    for (const end of [{ revokedAt: now }, { isSuspended: true }, { expirationDate: now }]) {
      expect(isWorking(among({ ...first, ...end }), now)).toBe(false);
      expect(isWorking(among({ ...second, ...end }), now)).toBe(false);
      expect(isWorking(among({ ...third, ...end }), now)).toBe(false);
    }
    expect(isWorking(lineageAmong(third, [second]), now)).toBe(false);
  });

  it('can do what all of them can', () => {
    const all = { maxRole: Role.ADMIN, organizationIds: undefined, allowedTools: undefined };
    expect(permissionsOf(among())).toEqual({ ...all, expiresAt: undefined, inheritedSpendLimits: [] });
    const limit = { limitCents: 30, period: 'day' } as const;
    const narrowed = among(
      { ...first, role: Role.USER, organizationIds: ['a', 'b'], expirationDate: later, spendLimit: limit },
      { ...second, organizationIds: ['b', 'c'], expirationDate: soon, allowedTools: ['x', 'y'] },
      { ...third, role: Role.ADMIN, allowedTools: ['y', 'z'], spendLimit: { ...limit, limitCents: 5 } },
    );
    expect(permissionsOf(narrowed)).toEqual({
      maxRole: Role.USER,
      organizationIds: ['b'],
      allowedTools: ['y'],
      expiresAt: soon,
      inheritedSpendLimits: [{ credentialId: 'first', limit }],
    });
  });

  it('reaches nothing where theirs have nothing in common', () => {
    const apart = among({ ...first, organizationIds: ['a'] }, { ...third, organizationIds: ['b'] });
    expect(reaches(permissionsOf(apart), 'a')).toBe(false);
    expect(reaches(permissionsOf(apart), 'b')).toBe(false);
    expect(reaches(permissionsOf(among()), 'a')).toBe(true);
  });
});
