import { Role } from '@assay/proto/access/v1/access';
import type { ServiceName } from '@assay/proto/processes';
import { SignJWT, UnsecuredJWT, importJWK } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Identity } from '../../src/tokens/claims.ts';
import { createTokenSigner, createTokenVerifier } from '../../src/tokens/internal-token.ts';
import { tokenKeys } from './token-keys.ts';

const [gateway, billing, unknown] = await Promise.all(['gateway', 'billing', 'gateway'].map(tokenKeys));
if (gateway === undefined || billing === undefined || unknown === undefined) throw new Error('no keys');
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
const refused = {
  name: 'DomainError',
  status: 'UNAUTHENTICATED',
  message:
    'The credential is missing or not valid. Send an API key in `X-API-Key`, or a key or token in `Authorization: Bearer`.',
};

function clockAt(start: number) {
  let now = start;
  return { now: () => new Date(now), advance: (ms: number) => (now += ms) };
}

describe('internal tokens', () => {
  it('carry a person from the gateway to every service', async () => {
    const clock = clockAt(Date.now());
    const token = await createTokenSigner(gateway.privateKey, clock).sign(person, 60);
    expect(await createTokenVerifier(jwks, clock).verify(token)).toEqual({ ...person, issuer: 'gateway' });
  });

  it('carry a guest from the gateway, and from no process that serves rpcs', async () => {
    const clock = clockAt(Date.now());
    const identityOrg = await tokenKeys('identity-org');
    const guest = {
      organizationId: 'organization',
      actor: { kind: 'guest', guestId: 'guest', jobId: 'job' },
    } as const;
    const verifier = createTokenVerifier({ keys: [...jwks.keys, identityOrg.publicKey] }, clock);
    const token = await createTokenSigner(gateway.privateKey, clock).sign(guest, 60);
    expect(await verifier.verify(token)).toEqual({ ...guest, issuer: 'gateway' });
    for (const { privateKey } of [billing, identityOrg]) {
      const other = await createTokenSigner(privateKey, clock).sign(guest, 60);
      await expect(verifier.verify(other)).rejects.toMatchObject(refused);
    }
  });

  it('carry the spend limit of a person and the limits of the keys that created the credential', async () => {
    const clock = clockAt(Date.now());
    const limit = { limitCents: 500, period: 'day' } as const;
    const actor = {
      ...person.actor,
      spendLimit: limit,
      inheritedSpendLimits: [{ credentialId: 'parent', limit }],
    };
    const limited = { ...person, actor } as Identity;
    const token = await createTokenSigner(gateway.privateKey, clock).sign(limited, 60);
    expect(await createTokenVerifier(jwks, clock).verify(token)).toEqual({ ...limited, issuer: 'gateway' });
  });

  it.each([[[]], [['list_projects', 'get_project']]])(
    'carry the MCP tools %j of a key',
    async (allowedTools) => {
      const clock = clockAt(Date.now());
      const limited = { ...person, actor: { ...person.actor, allowedTools } } as Identity;
      const token = await createTokenSigner(gateway.privateKey, clock).sign(limited, 60, {
        audiences: ['mcp'],
      });
      const verifier = createTokenVerifier(jwks, clock, { service: 'mcp' });
      expect(await verifier.verify(token)).toEqual({ ...limited, issuer: 'gateway' });
    },
  );

  it('for services are not accepted by mcp, and the other way round', async () => {
    const clock = clockAt(Date.now());
    const signer = createTokenSigner(gateway.privateKey, clock);
    const forServices = await signer.sign(person, 60);
    const forMcp = await signer.sign(person, 60, { audiences: ['mcp'] });
    await expect(
      createTokenVerifier(jwks, clock, { service: 'mcp' }).verify(forServices),
    ).rejects.toMatchObject(refused);
    await expect(createTokenVerifier(jwks, clock).verify(forMcp)).rejects.toMatchObject(refused);
  });

  it('expire, also when they were verified before', async () => {
    const clock = clockAt(Date.now());
    const token = await createTokenSigner(gateway.privateKey, clock).sign(person, 60);
    const verifier = createTokenVerifier(jwks, clock);
    await verifier.verify(token);
    clock.advance(61_000);
    await expect(verifier.verify(token)).rejects.toMatchObject(refused);
  });

  it('of a process that is no edge may state neither a person nor another process', async () => {
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
    expect(await verifier.verify(await signer.sign(asItself, 60))).toEqual({
      ...asItself,
      issuer: 'billing',
    });
  });

  it('are bound to the key of their issuer: a process cannot sign for another', async () => {
    const verifier = createTokenVerifier(jwks, clockAt(Date.now()));
    const key = await importJWK(billing.privateKey, 'EdDSA');
    const forged = await new SignJWT({ org: 'o', kind: 'service', sub: 'gateway' })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'billing' })
      .setIssuer('gateway')
      .setAudience('billing')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
    await expect(verifier.verify(forged)).rejects.toMatchObject(refused);
  });

  it('are valid with every generation of the key of a process, at the same time', async () => {
    const clock = clockAt(Date.now());
    const next = await tokenKeys('gateway.2');
    const verifier = createTokenVerifier({ keys: [gateway.publicKey, next.publicKey] }, clock);
    for (const { privateKey } of [gateway, next]) {
      const token = await createTokenSigner(privateKey, clock).sign(person, 60);
      expect(await verifier.verify(token)).toEqual({ ...person, issuer: 'gateway' });
    }
  });

  it('are accepted by the services in their audience, and by no other', async () => {
    const clock = clockAt(Date.now());
    const signer = createTokenSigner(gateway.privateKey, clock);
    const verifier = createTokenVerifier(jwks, clock, { service: 'billing' });
    const verify = async (...audiences: ServiceName[]) =>
      verifier.verify(await signer.sign(person, 60, { audiences }));
    await expect(verify('billing', 'identity-org')).resolves.toMatchObject(person);
    await expect(verify('verification')).rejects.toMatchObject(refused);
    await expect(verify()).rejects.toMatchObject(refused);
  });

  it.each(['assay', 'identity-org', ['assay', 'verification']])(
    'with the audience %j are refused by billing',
    async (audience) => {
      const clock = clockAt(Date.now());
      const key = await importJWK(gateway.privateKey, 'EdDSA');
      const token = await new SignJWT({ org: 'o', kind: 'service', sub: 'gateway' })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'gateway' })
        .setIssuer('gateway')
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key);
      const verifier = createTokenVerifier(jwks, clock, { service: 'billing' });
      await expect(verifier.verify(token)).rejects.toMatchObject(refused);
    },
  );

  it('signed by an unknown key, unsigned, for another audience or malformed are refused alike', async () => {
    const clock = clockAt(Date.now());
    const verifier = createTokenVerifier(jwks, clock);
    const claims = { org: 'o', kind: 'service', sub: 'gateway' };
    const key = await importJWK(gateway.privateKey, 'EdDSA');
    const elsewhere = new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: 'gateway' })
      .setIssuer('gateway');
    const tokens = [
      await createTokenSigner(unknown.privateKey, clock).sign(person, 60),
      new UnsecuredJWT(claims)
        .setIssuedAt()
        .setIssuer('gateway')
        .setAudience('billing')
        .setExpirationTime('1h')
        .encode(),
      await elsewhere.setIssuedAt().setAudience('another').setExpirationTime('1h').sign(key),
      'not.a.token',
      '',
    ];
    for (const token of tokens) await expect(verifier.verify(token)).rejects.toMatchObject(refused);
  });
});
