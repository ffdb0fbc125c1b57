import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { systemClock } from '@assay/chassis/clock';
import { describe, expect, it } from 'vitest';
import { createAccessTokens } from '../src/tokens/access-tokens.ts';
import { createInvitationLinks } from '../src/tokens/invitation-links.ts';

const newKey = (kid: string) => ({
  ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
  kid,
  alg: 'EdDSA',
});

describe('a bearer token', () => {
  const claims = {
    userId: 'user',
    apiKeyId: 'key',
    secretVersion: '1',
    expiresAt: new Date(Date.now() + 60_000),
  };

  it('holds after its key was replaced, for as long as the key is given', async () => {
    const internal = newKey('identity-org');
    const first = newKey('access.1');
    const second = newKey('access.2');
    const before = await createAccessTokens([internal], systemClock).issue(claims);
    const sooner = createAccessTokens([first, internal], systemClock);
    const token = await sooner.issue(claims);
    await expect(sooner.verify(before)).resolves.toMatchObject({ apiKeyId: 'key' });
    const later = createAccessTokens([second, first], systemClock);
    await expect(later.verify(token)).resolves.toMatchObject({ apiKeyId: 'key' });
    await expect(later.verify(before)).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
  });
});

describe('a mailed link', () => {
  it('holds after its key was replaced, for as long as the key is given', () => {
    const publicUrl = 'https://assay.example';
    const first = randomBytes(32);
    const second = randomBytes(32);
    const linksOf = (linkSigningKey: Buffer, linkSigningKeyPrevious?: Buffer) =>
      createInvitationLinks({
        linkSigningKey,
        linkSigningKeyPrevious,
        publicUrl,
        linkSigningKeyNext: undefined,
      });
    const [, token = ''] = linksOf(first).urlOf('invitation').split('#token=');
    expect(linksOf(second, first).isTokenOf('invitation', token)).toBe(true);
    expect(linksOf(second).isTokenOf('invitation', token)).toBe(false);
  });
});
