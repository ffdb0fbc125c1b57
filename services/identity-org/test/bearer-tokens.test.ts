import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { createTokenVerifier } from '@assay/chassis/tokens/internal-token';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { ApiKeyState, SpendPeriod } from '@assay/proto/identity/v1/api_key';
import { UpdateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import type { CreateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import type { Principal } from '@assay/proto/identity/v1/principal';
import { startOidcIssuer } from '@assay/test-kit/servers/oidc-issuer';
import type { TestIssuer } from '@assay/test-kit/servers/oidc-issuer';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { importJWK, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, organizationNotFound, principalOf, unauthenticated } from './calls.ts';
import { createKey } from './create-key.ts';
import { seededKey, start } from './start.ts';

const people = new Map([
  ['ada', { email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' }],
  ['mallory', { email: 'admin@assay.local', email_verified: 'true', name: 'M' }],
]);
const gateway = callByService('gateway');
const anonymous: OutgoingCall = { actor: { kind: 'anonymous' }, organizationId: '', requestId: 'request' };
let issuer: TestIssuer;
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;

beforeAll(async () => {
  issuer = await startOidcIssuer(people);
  identity = await start(issuer.environment);
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(async () => {
  await identity.stop();
  await issuer.stop();
});

async function bearerOf(token: string, organizationId = ''): Promise<Principal> {
  const request = { token, organizationId };
  const { principal } = await identity.authentication.authenticateBearerToken(gateway, request);
  if (principal === undefined) throw new Error('no principal');
  return principal;
}

/** A key and a token for it. */
async function exchanged(overrides: Partial<CreateApiKeyRequest> = {}) {
  const { record, key } = await createKey(identity, admin, overrides);
  const caller = callOf(await principalOf(identity, key));
  const { accessToken, expiresAt } = await identity.tokens.issueAccessToken(caller, {});
  return { apiKeyId: record.id, key, accessToken, expiresAt };
}

const nowSeconds = () => Math.floor(identity.clock.now().getTime() / 1000);

/** Claims as the issuer would make them, unless overridden, signed with its key. */
async function signed(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) {
  const valid = { iss: issuer.issuer, aud: issuer.audience, sub: 'forged', exp: nowSeconds() + 300 };
  return await new SignJWT({ ...valid, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: issuer.privateKey.kid, ...header })
    .sign(await importJWK(issuer.privateKey, 'RS256'));
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('a token exchanged for an API key', () => {
  it('stands for the key where the key works, for at most fifteen minutes', async () => {
    const spendLimit = { limitCents: 500, period: SpendPeriod.MONTH };
    const { apiKeyId, key, accessToken, expiresAt } = await exchanged({
      role: Role.USER,
      spendLimitCents: 500,
      spendPeriod: SpendPeriod.MONTH,
    });
    const { expiresAt: _, ...ofKey } = await principalOf(identity, key);
    const credential = { credentialId: apiKeyId, credentialKind: CredentialKind.KEY_TOKEN };
    expect(await bearerOf(accessToken)).toEqual({ ...ofKey, ...credential, spendLimit, expiresAt });
    const leftMs = (expiresAt?.getTime() ?? 0) - identity.clock.now().getTime();
    expect(leftMs).toBeGreaterThan(895_000);
    expect(leftMs).toBeLessThanOrEqual(900_000);
  });

  it('does not outlive its key', async () => {
    const expirationDate = new Date(identity.clock.now().getTime() + 60_000);
    const { expiresAt } = await exchanged({ expirationDate });
    expect(expiresAt?.getTime()).toBeLessThanOrEqual(expirationDate.getTime());
  });

  it('works in the chosen organization, and hides those the key does not reach', async () => {
    const { organization } = await identity.organizations.createOrganization(admin, { name: 'B', slug: '' });
    const { accessToken } = await exchanged({ organizationIds: [admin.organizationId] });
    expect((await bearerOf(accessToken, admin.organizationId)).organizationId).toBe(admin.organizationId);
    expect(await catchRefusal(bearerOf(accessToken, organization?.id))).toEqual(organizationNotFound);
  });

  it('follows what the key may do', async () => {
    const { apiKeyId, accessToken } = await exchanged({ role: Role.ADMIN });
    const change = { apiKeyId, updateMask: ['role'], role: Role.VIEWER };
    await identity.apiKeys.updateApiKey(admin, UpdateApiKeyRequest.fromPartial(change));
    expect((await bearerOf(accessToken)).role).toBe(Role.VIEWER);
  });

  it.each([
    ['revocation', (apiKeyId: string) => identity.apiKeys.revokeApiKey(admin, { apiKeyId })],
    ['rotation', (apiKeyId: string) => identity.apiKeys.rotateApiKey(admin, { apiKeyId })],
    [
      'suspension',
      (apiKeyId: string) =>
        identity.apiKeys.updateApiKey(
          admin,
          UpdateApiKeyRequest.fromPartial({ apiKeyId, updateMask: ['state'], state: ApiKeyState.EXPIRED }),
        ),
    ],
  ])('ends with the %s of its key', async (_name, end) => {
    const { apiKeyId, accessToken } = await exchanged();
    await expect(bearerOf(accessToken)).resolves.toMatchObject({ credentialId: apiKeyId });
    await end(apiKeyId);
    expect(await catchRefusal(bearerOf(accessToken))).toEqual(unauthenticated);
  });

  it('is no internal token, and an internal token is none of these', async () => {
    const { accessToken, key } = await exchanged();
    const verifier = createTokenVerifier(identity.config.internalTokenJwks, identity.clock);
    await expect(verifier.verify(accessToken)).rejects.toMatchObject(unauthenticated);
    const internal = await identity.tokens.exchangeApiKey(anonymous, {
      apiKey: key,
      organizationId: '',
      audiences: [],
    });
    await expect(verifier.verify(internal.accessToken)).resolves.toMatchObject({ actor: { kind: 'user' } });
    expect(await catchRefusal(bearerOf(internal.accessToken))).toEqual(unauthenticated);
  });

  it('is signed by this service, not by another one whose key is known', async () => {
    const { accessToken } = await exchanged();
    const [header = '', payload = ''] = accessToken.split('.');
    const gatewayKey = identity.platform.environment('gateway')['INTERNAL_TOKEN_KEY'] ?? '{}';
    const forge = async (kid: string) =>
      await new SignJWT(JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
        .sign(await importJWK(JSON.parse(gatewayKey), 'EdDSA'));
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ typ: 'at+jwt' });
    expect(await catchRefusal(bearerOf(await forge('gateway')))).toEqual(unauthenticated);
    expect(await catchRefusal(bearerOf(await forge('identity-org')))).toEqual(unauthenticated);
  });

  it('is given to API keys alone, of whatever role, and not to a token', async () => {
    const session = callBy({ role: Role.ADMIN });
    const { accessToken } = await exchanged({ role: Role.VIEWER });
    const token = callOf(await bearerOf(accessToken));
    for (const call of [session, token]) {
      await expect(identity.tokens.issueAccessToken(call, {})).rejects.toMatchObject({
        status: 'PERMISSION_DENIED',
      });
    }
  });

  it('ends keys, and neither makes nor changes nor rotates any', async () => {
    const { apiKeyId, accessToken, key } = await exchanged();
    const token = callOf(await bearerOf(accessToken));
    const internal = await identity.tokens.exchangeApiKey(anonymous, {
      apiKey: key,
      organizationId: '',
      audiences: [],
    });
    const verifier = createTokenVerifier(identity.config.internalTokenJwks, identity.clock);
    const direct = { ...(await verifier.verify(internal.accessToken)), requestId: 'direct' };
    for (const call of [token, direct]) {
      const change = UpdateApiKeyRequest.fromPartial({ apiKeyId, updateMask: ['name'], name: 'x' });
      const attempts = await Promise.allSettled([
        createKey(identity, call),
        identity.apiKeys.updateApiKey(call, change),
        identity.apiKeys.rotateApiKey(call, { apiKeyId }),
      ]);
      const refused = { status: 'rejected', reason: { status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' } };
      expect(attempts).toMatchObject(Array(3).fill(refused));
    }
    await identity.apiKeys.revokeApiKey(token, { apiKeyId });
    expect(await catchRefusal(bearerOf(accessToken))).toEqual(unauthenticated);
  });
});

describe('a token of the issuer', () => {
  it('stands for a user made on first sight, however many calls come first at once', async () => {
    const token = await issuer.accessToken('ada');
    const principals = await Promise.all(Array.from({ length: 6 }, () => bearerOf(token)));
    const [first] = principals;
    expect(principals).toEqual(principals.map(() => first));
    expect(first).toMatchObject({
      organizationId: '',
      role: Role.UNSPECIFIED,
      credentialId: `oidc:${first?.userId ?? ''}`,
      spendLimit: undefined,
    });
    const { user } = await identity.users.getCurrentUser(callOf(first ?? (await bearerOf(token))), {});
    expect(user).toMatchObject({ email: 'ada@example.org', name: 'Ada Lovelace' });
    expect(await identity.db.collection('users').countDocuments({ email: 'ada@example.org' })).toBe(1);
  });

  it('takes no address for verified but a verified one', async () => {
    const { userId } = await bearerOf(await issuer.accessToken('mallory'));
    expect(userId).not.toBe(admin.actor.kind === 'user' && admin.actor.userId);
  });

  it('is refused when anything about it is wrong, always with the same words', async () => {
    await expect(bearerOf(await signed())).resolves.toMatchObject({ role: Role.UNSPECIFIED });
    const claims = { iss: issuer.issuer, aud: issuer.audience, sub: 'forged', exp: nowSeconds() + 300 };
    const publicKey = createPublicKey({ key: issuer.privateKey, format: 'jwk' });
    const symmetric = `${encode({ alg: 'HS256', kid: issuer.privateKey.kid })}.${encode(claims)}`;
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const ofStranger = (kid: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(stranger);
    const tokens = {
      nothing: '',
      words: 'not a token',
      'an API key': seededKey,
      'alg none': `${encode({ alg: 'none' })}.${encode(claims)}.`,
      'alg none with a kid': `${encode({ alg: 'none', kid: issuer.privateKey.kid })}.${encode(claims)}.`,
      'its public key as a shared secret': `${symmetric}.${createHmac('sha256', pem).update(symmetric).digest('base64url')}`,
      'another issuer': await signed({ iss: 'https://issuer.example' }),
      'no issuer': await signed({ iss: undefined }),
      'another audience': await issuer.accessToken('ada', 'https://other.test/api'),
      'an ID token': await signed({ aud: issuer.environment['OIDC_CLIENT_ID'] }),
      'no audience': await signed({ aud: undefined }),
      expired: await signed({ exp: nowSeconds() - 10 }),
      'no expiry': await signed({ exp: undefined }),
      'not yet valid': await signed({ nbf: nowSeconds() + 60 }),
      'no subject': await signed({ sub: undefined }),
      'another key under its id': await ofStranger(issuer.privateKey.kid),
      'an unknown key': await ofStranger('unknown'),
      'a changed claim': (await signed()).replace(/\.[^.]+\./, `.${encode({ ...claims, sub: 'ada' })}.`),
      'our own name': await signed({ iss: 'identity-org', aud: 'assay-rest' }, { typ: 'at+jwt' }),
    };
    for (const [what, token] of Object.entries(tokens)) {
      expect({ what, ...(await catchRefusal(bearerOf(token))) }).toEqual({ what, ...unauthenticated });
      const chosen = bearerOf(token, admin.organizationId);
      expect({ what, ...(await catchRefusal(chosen)) }).toEqual({ what, ...unauthenticated });
    }
  });

  it('is refused by a service that trusts no issuer', async () => {
    const alone = await start();
    const token = await signed();
    const answer = alone.authentication.authenticateBearerToken(gateway, { token, organizationId: '' });
    expect(await catchRefusal(answer)).toEqual(unauthenticated);
    await alone.stop();
  });

  it('cannot be judged while the keys of the issuer cannot be had', async () => {
    const gone = await startOidcIssuer(people);
    const token = await gone.accessToken('ada');
    await gone.stop();
    const alone = await start(gone.environment);
    const answer = alone.authentication.authenticateBearerToken(gateway, { token, organizationId: '' });
    await expect(answer).rejects.toMatchObject({ status: 'UNAVAILABLE', reason: 'ISSUER_UNAVAILABLE' });
    const others = { token: await signed(), organizationId: '' };
    expect(await catchRefusal(alone.authentication.authenticateBearerToken(gateway, others))).toEqual(
      unauthenticated,
    );
    await alone.stop();
  });
});

describe('AuthenticateBearerToken', () => {
  it('is refused to people', async () => {
    const answer = identity.authentication.authenticateBearerToken(admin, { token: 'x', organizationId: '' });
    await expect(answer).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('when time passes', () => {
  it('tokens expire', async () => {
    const { accessToken } = await exchanged();
    const ofIssuer = await issuer.accessToken('ada');
    identity.clock.advance(901_000);
    expect(await catchRefusal(bearerOf(accessToken))).toEqual(unauthenticated);
    expect(await catchRefusal(bearerOf(ofIssuer))).toEqual(unauthenticated);
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
