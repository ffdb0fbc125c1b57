import { generateKeyPairSync } from 'node:crypto';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { createTokenVerifier } from '@assay/chassis/tokens/internal-token';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashApiKeySecret } from '../src/domain/api-key/api-key-secret.ts';
import { callOf, organizationNotFound, principalOf, unauthenticated } from './calls.ts';
import { createKey, updateKey } from './create-key.ts';
import { seededKey, start } from './start.ts';

let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;
const anonymous: OutgoingCall = { actor: { kind: 'anonymous' }, organizationId: '', requestId: 'request' };

beforeAll(async () => {
  identity = await start();
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(() => identity.stop());

async function newKey(organizationIds: string[] = [], expirationDate?: Date) {
  const permissions = { role: Role.USER, organizationIds, expirationDate };
  return (await createKey(identity, admin, permissions)).key;
}

async function newOrganization(by = admin): Promise<string> {
  const { organization } = await identity.organizations.createOrganization(by, { name: 'Another', slug: '' });
  return organization?.id ?? '';
}

describe('AuthenticateApiKey', () => {
  it('works in the default organization unless another one is chosen', async () => {
    const other = await newOrganization();
    expect((await principalOf(identity, seededKey)).organizationId).toBe(admin.organizationId);
    expect((await principalOf(identity, seededKey, other)).organizationId).toBe(other);
  });

  it('works in the first organization a key is limited to when the default is none of them', async () => {
    const first = await newOrganization();
    const second = await newOrganization();
    expect((await principalOf(identity, await newKey([first, second]))).organizationId).toBe(first);
    const withDefault = await newKey([second, admin.organizationId]);
    expect((await principalOf(identity, withDefault)).organizationId).toBe(admin.organizationId);
  });

  it('gives the lesser of the role of the key and of the membership', async () => {
    const other = await newOrganization();
    const key = await newKey();
    await identity.db
      .collection<{ _id: string }>('organizations')
      .updateOne({ _id: other }, { $set: { 'members.0.role': Role.VIEWER } });
    expect((await principalOf(identity, key)).role).toBe(Role.USER);
    expect((await principalOf(identity, key, other)).role).toBe(Role.VIEWER);
  });

  it('answers for every credential that does not hold with the same words', async () => {
    const revoked = await newKey();
    const { credentialId } = await principalOf(identity, revoked);
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: credentialId });
    const expired = await newKey([], new Date(identity.clock.now().getTime() + 1000));
    identity.clock.advance(1000);
    for (const key of ['assay_unknown', revoked, expired]) {
      for (const organizationId of ['', admin.organizationId, 'k'.repeat(24)]) {
        expect(await catchRefusal(principalOf(identity, key, organizationId))).toEqual(unauthenticated);
      }
    }
  });

  it('answers for every organization a good key does not reach with the same words', async () => {
    const foreign = await newOrganization(callBy({ role: Role.ADMIN }));
    const own = await newOrganization();
    const limited = await newKey([admin.organizationId]);
    const cases: [string, string][] = [
      [limited, own],
      [limited, foreign],
      [seededKey, foreign],
      [seededKey, 'k'.repeat(24)],
    ];
    for (const [key, organizationId] of cases) {
      expect(await catchRefusal(principalOf(identity, key, organizationId))).toEqual(organizationNotFound);
    }
  });

  it('is refused to people and to services other than the edge', async () => {
    const request = { keySha256: hashApiKeySecret(seededKey), organizationId: '' };
    const refused = { status: 'PERMISSION_DENIED' };
    await expect(identity.authentication.authenticateApiKey(admin, request)).rejects.toMatchObject(refused);
    const channel = identity.platform.connect(identity.service.grpcAddress, 'billing');
    const asBilling = channel.client(AuthenticationServiceService);
    await expect(asBilling.authenticateApiKey(callByService('billing'), request)).rejects.toMatchObject(
      refused,
    );
    channel.close();
  });
});

const exchangeOf = (apiKey: string, audiences: string[] = []) => ({ apiKey, organizationId: '', audiences });

describe('ExchangeApiKey', () => {
  it('gives a token to the services it names, and to no other', async () => {
    const { internalTokenJwks } = identity.config;
    const [billing, verification] = (['billing', 'verification'] as const).map((service) =>
      createTokenVerifier(internalTokenJwks, identity.clock, { service }),
    );
    const everywhere = await identity.tokens.exchangeApiKey(anonymous, exchangeOf(seededKey));
    await expect(verification?.verify(everywhere.accessToken)).resolves.toBeDefined();
    const named = await identity.tokens.exchangeApiKey(anonymous, exchangeOf(seededKey, ['billing']));
    await expect(billing?.verify(named.accessToken)).resolves.toBeDefined();
    await expect(verification?.verify(named.accessToken)).rejects.toMatchObject(unauthenticated);
    const unknown = catchRefusal(
      identity.tokens.exchangeApiKey(anonymous, exchangeOf(seededKey, ['gateway'])),
    );
    expect(await unknown).toMatchObject({ status: 'INVALID_ARGUMENT', details: { field: 'audiences' } });
  });

  it("gives a token every service's verifier accepts, for fifteen minutes and no longer", async () => {
    const answer = await identity.tokens.exchangeApiKey(anonymous, exchangeOf(seededKey));
    const verifier = createTokenVerifier(identity.config.internalTokenJwks, identity.clock);
    const { actor, organizationId } = admin;
    const asToken = { ...actor, credentialKind: CredentialKind.KEY_TOKEN };
    expect(await verifier.verify(answer.accessToken)).toEqual({
      actor: asToken,
      organizationId,
      issuer: 'identity-org',
    });
    const leftMs = (answer.expiresAt?.getTime() ?? 0) - identity.clock.now().getTime();
    expect(leftMs).toBeGreaterThan(895_000);
    expect(leftMs).toBeLessThanOrEqual(900_000);
    identity.clock.advance(901_000);
    await expect(verifier.verify(answer.accessToken)).rejects.toMatchObject(unauthenticated);
  });

  it('gives no token that outlives its key', async () => {
    const expirationDate = new Date(identity.clock.now().getTime() + 60_000);
    const apiKey = await newKey([], expirationDate);
    const { expiresAt } = await identity.tokens.exchangeApiKey(anonymous, exchangeOf(apiKey));
    expect(expiresAt?.getTime()).toBeLessThanOrEqual(expirationDate.getTime());
  });

  it('refuses an unknown key, and an organization the key does not reach', async () => {
    const other = await newOrganization();
    const limited = await newKey([admin.organizationId]);
    const exchange = (apiKey: string, organizationId: string) =>
      catchRefusal(identity.tokens.exchangeApiKey(anonymous, { ...exchangeOf(apiKey), organizationId }));
    expect(await exchange('assay_unknown', '')).toEqual(unauthenticated);
    expect(await exchange(limited, other)).toEqual(organizationNotFound);
  });

  it('gives no token for a key that allows only some tools, nor for one that such a key made', async () => {
    const { record, key } = await createKey(identity, admin, { allowedTools: ['list_projects'] });
    const maker = await createKey(identity, admin);
    const made = await createKey(identity, callOf(await principalOf(identity, maker.key)));
    await updateKey(identity, admin, { apiKeyId: maker.record.id, allowsNoTools: true });
    const refusal = { status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' };
    for (const apiKey of [key, maker.key, made.key]) {
      const exchange = identity.tokens.exchangeApiKey(anonymous, exchangeOf(apiKey));
      await expect(exchange).rejects.toMatchObject(refusal);
      const caller = callOf(await principalOf(identity, apiKey));
      await expect(identity.tokens.issueAccessToken(caller, {})).rejects.toMatchObject(refusal);
    }
    await updateKey(identity, admin, { apiKeyId: record.id, allowedTools: [] });
    await expect(identity.tokens.exchangeApiKey(anonymous, exchangeOf(key))).resolves.toBeDefined();
  });

  it('is signed with the key of identity-org and no other', async () => {
    const { accessToken } = await identity.tokens.exchangeApiKey(anonymous, exchangeOf(seededKey));
    const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const keys = [{ ...stranger, kid: 'identity-org', alg: 'EdDSA' }];
    const verifier = createTokenVerifier({ keys }, identity.clock);
    await expect(verifier.verify(accessToken)).rejects.toMatchObject(unauthenticated);
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
