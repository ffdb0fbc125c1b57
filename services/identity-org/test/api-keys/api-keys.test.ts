import type { OutgoingCall } from '@assay/chassis/call-context';
import { onBroadcast } from '@assay/chassis/events/broadcast';
import { Role } from '@assay/proto/access/v1/access';
import { ApiKeyState } from '@assay/proto/identity/v1/api_key';
import { ApiKeysServiceService, CreateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/domain/api-key/create-api-key.ts';
import { createApiKeyStore } from '../../src/store/api-key-store.ts';
import { createOrganizationStore } from '../../src/store/organization/organization-store.ts';
import { callOf, principalOf, receivedCall, unauthenticated } from '../calls.ts';
import { createKey as create } from '../create-key.ts';
import type { start } from '../start.ts';
import { startWithTwoOrganizations } from './two-organizations.ts';

const hourMs = 3_600_000;
const notFound = { status: 'NOT_FOUND', reason: 'API_KEY_NOT_FOUND' };
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;
let secondOrganizationId: string;

beforeAll(async () => {
  ({ identity, admin, secondOrganizationId } = await startWithTwoOrganizations());
});
afterAll(() => identity.stop());

const createKey = (overrides: Partial<CreateApiKeyRequest> = {}, by = admin) =>
  create(identity, by, overrides);

describe('CreateApiKey', () => {
  it('makes a key that works at once and keeps nothing but its hash', async () => {
    const { record, key } = await createKey({ name: ' build server ', role: Role.VIEWER });
    expect(key).toMatch(/^assay_[0-9A-Za-z]{43}$/);
    expect(record).toMatchObject({ name: 'build server', role: Role.VIEWER, state: ApiKeyState.ACTIVE });
    expect(await principalOf(identity, key)).toMatchObject({
      userId: record.userId,
      organizationId: admin.organizationId,
      role: Role.VIEWER,
      credentialId: record.id,
      modules: ['content_verification', 'crowdsourcing'],
    });
    expect(JSON.stringify(await identity.db.collection('api_keys').find().toArray())).not.toContain(key);
  });

  it('gives the role of the caller when none is asked for', async () => {
    const { key } = await createKey({ role: Role.USER });
    const asUser = callOf(await principalOf(identity, key));
    expect((await createKey({}, asUser)).record.role).toBe(Role.USER);
  });

  it.each([Role.ADMIN, Role.SUPERADMIN])('refuses %s to a key of role user', async (role) => {
    const asUser = callOf(await principalOf(identity, (await createKey({ role: Role.USER })).key));
    await expect(createKey({ role }, asUser)).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  it('refuses superadmin to everybody', async () => {
    await expect(createKey({ role: Role.SUPERADMIN })).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  it('refuses an organization of others exactly like one that does not exist', async () => {
    const others = callBy({ role: Role.ADMIN });
    const { organization } = await identity.organizations.createOrganization(others, { name: 'X', slug: '' });
    const answers = await Promise.all(
      [organization?.id ?? '', 'k'.repeat(24)].map((id) =>
        catchRefusal(createKey({ organizationIds: [id] })),
      ),
    );
    expect(answers[0]).toMatchObject({ status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' });
    expect(answers[1]).toEqual(answers[0]);
  });

  it('lets a limited key hand on no more organizations than it has', async () => {
    const limited = await createKey({ organizationIds: [admin.organizationId] });
    const asLimited = callOf(await principalOf(identity, limited.key));
    expect((await createKey({}, asLimited)).record.organizationIds).toEqual([admin.organizationId]);
    await expect(createKey({ organizationIds: [secondOrganizationId] }, asLimited)).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
    });
  });

  it('repeats its answer, secret included, under one idempotency key, and makes one key', async () => {
    const call = { ...admin, idempotencyKey: 'create-once' };
    const first = await createKey({ name: 'once' }, call);
    expect(await createKey({ name: 'once' }, call)).toEqual(first);
    expect(await identity.db.collection('api_keys').countDocuments({ name: 'once' })).toBe(1);
  });

  it('gives the key an attempt made that died before it answered a new secret', async () => {
    const deps = {
      apiKeys: createApiKeyStore(identity.db, { notify: () => undefined }),
      organizations: createOrganizationStore(identity.db, { notify: () => undefined }),
      apiKeyLimits: { perKey: 100, perUser: 100 },
      clock: identity.clock,
      invalidateCredentials: () => Promise.resolve(),
    };
    const call = receivedCall(admin, 'attempted-twice');
    const request = CreateApiKeyRequest.fromPartial({ name: 'twice' });
    const input = { ...request, role: Role.VIEWER, spendLimit: undefined };
    const lost = await createApiKey(deps, call, input);
    const found = await createApiKey(deps, call, input);
    expect(found.apiKey).toMatchObject({ id: lost.apiKey.id, role: Role.VIEWER });
    await expect(principalOf(identity, found.secret)).resolves.toMatchObject({
      credentialId: lost.apiKey.id,
    });
    await expect(principalOf(identity, lost.secret)).rejects.toMatchObject(unauthenticated);
  });

  it('refuses a caller whose own key has ended in the meantime', async () => {
    const { record, key } = await createKey();
    const caller = callOf(await principalOf(identity, key));
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: record.id });
    await expect(createKey({}, caller)).rejects.toMatchObject(unauthenticated);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['expirationDate', { expirationDate: new Date(0) }],
    ['organizationIds', { organizationIds: Array.from({ length: 101 }, String) }],
  ])('names the bad field %s', async (field, overrides) => {
    const status = 'INVALID_ARGUMENT';
    await expect(createKey(overrides)).rejects.toMatchObject({ status, details: { field } });
  });

  it('is not for services', async () => {
    const channel = identity.platform.connect(identity.service.grpcAddress, 'billing');
    const asBilling = channel.client(ApiKeysServiceService);
    const request = CreateApiKeyRequest.fromPartial({ name: 'x' });
    await expect(asBilling.createApiKey(callByService('billing'), request)).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
    });
    channel.close();
  });
});

describe('RevokeApiKey', () => {
  it('ends the key at once and for good, and tells every process', async () => {
    const heard: string[] = [];
    const stop = onBroadcast(identity.events, CredentialsInvalidated, ({ credentialIds }) => {
      heard.push(...credentialIds);
    });
    await identity.events.nc.flush();
    const { record, key } = await createKey();
    const first = await identity.apiKeys.revokeApiKey(admin, { apiKeyId: record.id });
    expect(first.apiKey).toMatchObject({ id: record.id, state: ApiKeyState.EXPIRED });
    await expect(principalOf(identity, key)).rejects.toMatchObject(unauthenticated);
    await expect(identity.apiKeys.revokeApiKey(admin, { apiKeyId: record.id })).rejects.toMatchObject(
      notFound,
    );
    await eventually(() => {
      expect(heard.filter((id) => id === record.id)).toEqual([record.id]);
    });
    stop();
  });

  it("answers for somebody else's key as for one that does not exist", async () => {
    const { record, key } = await createKey();
    const stranger = callBy({ role: Role.ADMIN });
    const answers = await Promise.all(
      [record.id, 'k'.repeat(24)].map((apiKeyId) =>
        catchRefusal(identity.apiKeys.revokeApiKey(stranger, { apiKeyId })),
      ),
    );
    expect(answers[0]).toMatchObject(notFound);
    expect(answers[1]).toEqual(answers[0]);
    await expect(principalOf(identity, key)).resolves.toMatchObject({ credentialId: record.id });
  });
});

describe('a key', () => {
  it('stops working when its time has come, without anybody touching it', async () => {
    const { key } = await createKey({ expirationDate: new Date(identity.clock.now().getTime() + hourMs) });
    await expect(principalOf(identity, key)).resolves.toMatchObject({ role: Role.ADMIN });
    identity.clock.advance(hourMs);
    await expect(principalOf(identity, key)).rejects.toMatchObject(unauthenticated);
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
