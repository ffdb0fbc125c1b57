import { describe, expect, it } from 'vitest';
import { isActive, reaches } from './api-key.ts';
import { hashApiKeySecret, newApiKeySecret } from './api-key-secret.ts';

const now = new Date('2026-01-01T12:00:00Z');
const later = new Date(now.getTime() + 1);

describe('an API key', () => {
  it('works until the instant it expires, and no longer', () => {
    expect(isActive({ expirationDate: later, revokedAt: undefined }, now)).toBe(true);
    expect(isActive({ expirationDate: now, revokedAt: undefined }, now)).toBe(false);
  });

  it('never expires without a date, and never works once it is revoked', () => {
    expect(isActive({ expirationDate: undefined, revokedAt: undefined }, now)).toBe(true);
    expect(isActive({ expirationDate: later, revokedAt: now }, now)).toBe(false);
  });

  it('reaches the organizations it is limited to, or all', () => {
    expect(reaches({ organizationIds: [] }, 'a')).toBe(true);
    expect(reaches({ organizationIds: ['a'] }, 'a')).toBe(true);
    expect(reaches({ organizationIds: ['a'] }, 'b')).toBe(false);
  });
});

describe('the plaintext of a key', () => {
  it('is random over the whole alphabet', () => {
    const secrets = Array.from({ length: 500 }, newApiKeySecret);
    expect(new Set(secrets).size).toBe(500);
    expect(secrets.every((secret) => /^assay_[0-9A-Za-z]{43}$/.test(secret))).toBe(true);
    expect(new Set(secrets.map((secret) => secret.slice(6)).join('')).size).toBe(62);
  });

  it('is hashed with SHA-256 in lower-case hex', () => {
    const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hashApiKeySecret('abc')).toBe(ofAbc);
  });
});
