import { Role } from '@assay/proto/access/v1/access';
import { SignJWT, UnsecuredJWT, importJWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTokenSigner, createTokenVerifier } from '../../src/internal-token.ts';
import type { Identity } from '../../src/internal-token.ts';
import { tokenKeys } from './token-keys.ts';

const [gateway, billing, stranger] = await Promise.all(['gateway', 'billing', 'gateway'].map(tokenKeys));
if (gateway === undefined || billing === undefined || stranger === undefined) throw new Error('no keys');
const jwks = { keys: [gateway.publicKey, billing.publicKey] };
const person: Identity = {
  organizationId: 'organization',
  actor: {
    kind: 'user',
    userId: 'user',
    role: Role.USER,
    credentialId: 'key',
    modules: ['content_verification'],
  },
};
const refused = { name: 'DomainError', status: 'UNAUTHENTICATED', message: 'missing or invalid credential' };

function clockAt(start: number) {
  let now = start;
  return { now: () => new Date(now), advance: (ms: number) => (now += ms) };
}

describe('internal tokens', () => {
  it('carry a person from the gateway to every service', async () => {
    const clock = clockAt(Date.now());
    const token = await createTokenSigner(gateway.privateKey, clock).sign(person, 60);
    expect(await createTokenVerifier(jwks, clock).verify(token)).toEqual(person);
  });

  it('carry what a person may spend, and what the keys theirs was made with may', async () => {
    const clock = clockAt(Date.now());
    const limit = { limitCents: 500, period: 'day' } as const;
    const actor = {
      ...person.actor,
      spendLimit: limit,
      inheritedSpendLimits: [{ credentialId: 'parent', limit }],
    };
    const limited = { ...person, actor } as Identity;
    const token = await createTokenSigner(gateway.privateKey, clock).sign(limited, 60);
    expect(await createTokenVerifier(jwks, clock).verify(token)).toEqual(limited);
  });

  it('stop working when their time is over, also when they were verified before', async () => {
    const clock = clockAt(Date.now());
    const token = await createTokenSigner(gateway.privateKey, clock).sign(person, 60);
    const verifier = createTokenVerifier(jwks, clock);
    await verifier.verify(token);
    clock.advance(61_000);
    await expect(verifier.verify(token)).rejects.toMatchObject(refused);
  });

  it('of a process other than the edge speak for no person and no other process', async () => {
    const clock = clockAt(Date.now());
    const signer = createTokenSigner(billing.privateKey, clock);
    const verifier = createTokenVerifier(jwks, clock);
    const asPerson = await signer.sign(person, 60);
    const asGateway = await signer.sign(
      { organizationId: 'o', actor: { kind: 'service', service: 'gateway' } },
      60,
    );
    await expect(verifier.verify(asPerson)).rejects.toMatchObject(refused);
    await expect(verifier.verify(asGateway)).rejects.toMatchObject(refused);
    const asItself = { organizationId: 'o', actor: { kind: 'service', service: 'billing' } } as const;
    expect(await verifier.verify(await signer.sign(asItself, 60))).toEqual(asItself);
  });

  it('signed by an unknown key, unsigned, for another audience or malformed are refused alike', async () => {
    const clock = clockAt(Date.now());
    const verifier = createTokenVerifier(jwks, clock);
    const claims = { org: 'o', kind: 'service', sub: 'gateway' };
    const key = await importJWK(gateway.privateKey, 'EdDSA');
    const elsewhere = new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: 'gateway' })
      .setIssuer('gateway');
    const tokens = [
      await createTokenSigner(stranger.privateKey, clock).sign(person, 60),
      new UnsecuredJWT(claims).setIssuer('gateway').setAudience('assay').setExpirationTime('1h').encode(),
      await elsewhere.setAudience('another').setExpirationTime('1h').sign(key),
      'not.a.token',
      '',
    ];
    for (const token of tokens) await expect(verifier.verify(token)).rejects.toMatchObject(refused);
  });
});
