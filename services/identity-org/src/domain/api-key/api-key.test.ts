import { describe, expect, it } from 'vitest';
import { hashApiKeySecret, newApiKeySecret } from './api-key-secret.ts';
import { changedAt, isActive } from './api-key.ts';

const now = new Date('2026-01-01T12:00:00Z');
const later = new Date(now.getTime() + 1);

const lasting = { expirationDate: undefined, isSuspended: false, revokedAt: undefined };

describe('an API key', () => {
  it('works until the instant it expires, and no longer', () => {
    expect(isActive({ ...lasting, expirationDate: later }, now)).toBe(true);
    expect(isActive({ ...lasting, expirationDate: now }, now)).toBe(false);
  });

  it('never expires without a date, and never works while suspended or once revoked', () => {
    expect(isActive(lasting, now)).toBe(true);
    expect(isActive({ ...lasting, isSuspended: true }, now)).toBe(false);
    expect(isActive({ ...lasting, expirationDate: later, revokedAt: now }, now)).toBe(false);
  });

  it('changes strictly later each time, also within a millisecond and when the clock goes back', () => {
    expect(changedAt({ updatedAt: now }, now)).toEqual(later);
    expect(changedAt({ updatedAt: later }, now)).toEqual(new Date(later.getTime() + 1));
    expect(changedAt({ updatedAt: now }, new Date(now.getTime() + 5000)).getTime()).toBe(
      now.getTime() + 5000,
    );
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
