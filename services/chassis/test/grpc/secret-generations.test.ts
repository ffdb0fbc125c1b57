import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { asKeySet, asPrivateKey } from '../../src/settings/process.ts';
import { createTokenSigner, createTokenVerifier } from '../../src/tokens/internal-token.ts';
import { firstGeneration, nextGeneration, signingCredential } from '../../src/tokens/secret-generations.ts';
import type { SecretEntries } from '../../src/tokens/secret-generations.ts';

let made = 0;
const internal = { key: 'INTERNAL_TOKEN_JWKS', includesCurrent: true };
const retired = { key: 'RETIRED_KEYS', includesCurrent: false };
const credentials = [
  signingCredential('billing.INTERNAL_TOKEN_KEY', 'billing', internal),
  signingCredential('gateway.INTERNAL_TOKEN_KEY', 'gateway', internal),
  signingCredential('REPORT_KEY', 'reports', retired),
  { key: 'SEALING_SECRET', create: () => `secret ${String((made += 1))}` },
];
const first: SecretEntries = { ...firstGeneration(credentials), MONGODB_URI: 'mongodb://m' };
const second = nextGeneration(credentials, first).entries;
const third = nextGeneration(credentials, second).entries;

const parsed = (text: string | undefined): unknown => JSON.parse(text ?? '');
const readKids = (text: string | undefined): string[] =>
  (parsed(text) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid).toSorted();

describe('generations of the credentials of a platform', () => {
  it.each([
    [first, second],
    [second, first],
    [second, third],
    [third, second],
  ])('accept each other while processes are replaced', async (signing, verifying) => {
    const jwks = asKeySet(parsed(verifying['INTERNAL_TOKEN_JWKS']));
    for (const service of ['billing', 'gateway'] as const) {
      const key = asPrivateKey(parsed(signing[`${service}.INTERNAL_TOKEN_KEY`]));
      const token = await createTokenSigner(key, systemClock).sign(
        { organizationId: '', actor: { kind: 'service', service } },
        60,
      );
      await expect(createTokenVerifier(jwks, systemClock).verify(token)).resolves.toMatchObject({
        issuer: service,
      });
    }
    const opened = ['SEALING_SECRET', 'SEALING_SECRET_PREVIOUS', 'SEALING_SECRET_NEXT'];
    expect(opened.map((key) => verifying[key])).toContain(signing['SEALING_SECRET']);
  });

  it('have names, publish no private key and drop the generation before the previous one', () => {
    expect(readKids(first['INTERNAL_TOKEN_JWKS'])).toEqual(['billing', 'billing.2', 'gateway', 'gateway.2']);
    expect(readKids(third['INTERNAL_TOKEN_JWKS'])).toEqual(
      ['billing', 'gateway'].flatMap((name) => [`${name}.2`, `${name}.3`, `${name}.4`]),
    );
    expect(third['INTERNAL_TOKEN_JWKS']).not.toContain('"d"');
  });

  it('keep retired public keys, and entries of other owners', () => {
    expect(readKids(first['RETIRED_KEYS'])).toEqual(['reports.2']);
    expect(readKids(third['RETIRED_KEYS'])).toEqual(['reports', 'reports.2', 'reports.4']);
    expect(third['MONGODB_URI']).toBe('mongodb://m');
  });

  it('add a next generation before the first rotation when a Secret was written by hand', () => {
    const made = ['billing.INTERNAL_TOKEN_KEY', 'gateway.INTERNAL_TOKEN_KEY', 'SEALING_SECRET'] as const;
    const manual = Object.fromEntries(made.map((key) => [key, first[key] ?? '']));
    const announced = nextGeneration(credentials, manual);
    expect(announced.isRotated).toBe(false);
    expect(announced.entries).toMatchObject(manual);
    expect(readKids(announced.entries['INTERNAL_TOKEN_JWKS'])).toContain('billing.2');
    expect(nextGeneration(credentials, announced.entries).isRotated).toBe(true);
  });
});
