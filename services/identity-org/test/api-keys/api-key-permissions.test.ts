import type { OutgoingCall } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';
import { ApiKeyState, SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { UpdateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKeyStore } from '../../src/store/api-key-store.ts';
import type { ApiKeyStore } from '../../src/store/api-key-store.ts';
import { rotateApiKey } from '../../src/domain/api-key/rotate-api-key.ts';
import { callOf, principalOf, receivedCall, signedIn, unauthenticated } from '../calls.ts';
import { callWithKey, createKey, updateKey } from '../create-key.ts';
import type { start } from '../start.ts';
import { startWithTwoOrganizations } from './two-organizations.ts';

const hourMs = 3_600_000;
const forbidden = { status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' };
const spending = (limitCents: number, period: SpendPeriod = SpendPeriod.DAY) => ({
  spendLimitCents: limitCents,
  spendPeriod: period,
});
const noLimit = { spendLimitCents: undefined, spendPeriod: undefined };
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;
/** Signed in as the same person, without a key. */
let person: OutgoingCall;
let secondOrganizationId: string;

beforeAll(async () => {
  ({ identity, admin, secondOrganizationId } = await startWithTwoOrganizations());
  person = signedIn(admin);
});
afterAll(() => identity.stop());

const inFuture = (ms: number) => new Date(identity.clock.now().getTime() + ms);

const update = (apiKeyId: string, change: Partial<UpdateApiKeyRequest>, by = admin) =>
  updateKey(identity, by, { apiKeyId, ...change });

const rotate = (apiKeyId: string, by = admin) => identity.apiKeys.rotateApiKey(by, { apiKeyId });

describe('a key', () => {
  it('can neither be changed nor rotated with one that can do less, but revoked', async () => {
    const strong = await createKey(identity, admin);
    const weaker = [
      await callWithKey(identity, admin, { role: Role.USER }),
      await callWithKey(identity, admin, { organizationIds: [admin.organizationId] }),
      await callWithKey(identity, admin, { expirationDate: inFuture(hourMs) }),
      await callWithKey(identity, admin, spending(100)),
    ];
    for (const by of weaker) {
      await expect(update(strong.record.id, { name: 'x' }, by)).rejects.toMatchObject(forbidden);
      await expect(update(strong.record.id, { state: ApiKeyState.EXPIRED }, by)).rejects.toMatchObject(
        forbidden,
      );
      await expect(rotate(strong.record.id, by)).rejects.toMatchObject(forbidden);
      const { record } = await createKey(identity, admin);
      const revoked = await identity.apiKeys.revokeApiKey(by, { apiKeyId: record.id });
      expect(revoked.apiKey?.state).toBe(ApiKeyState.EXPIRED);
    }
    await expect(principalOf(identity, strong.key)).resolves.toMatchObject({ role: Role.ADMIN });
  });

  it.each<[string, Partial<UpdateApiKeyRequest>, Partial<UpdateApiKeyRequest>]>([
    ['role', { role: Role.USER }, { role: Role.UNSPECIFIED }],
    ['role', { role: Role.USER }, { role: Role.ADMIN }],
    ['money', spending(100), noLimit],
    ['money', spending(100), spending(101)],
    ['money', spending(100), spending(1, SpendPeriod.MONTH)],
    ['time', { expirationDate: new Date(Date.now() + 24 * hourMs) }, { expirationDate: undefined }],
  ])('gives itself no more %s than it has', async (_what, has, wants) => {
    const { record, key } = await createKey(identity, admin, has);
    const itself = callOf(await principalOf(identity, key));
    await expect(update(record.id, wants, itself)).rejects.toMatchObject(forbidden);
    await expect(update(record.id, { name: 'x', ...has }, itself)).resolves.toMatchObject({ name: 'x' });
  });

  it('gives itself no organization it is not limited to, nor one of others', async () => {
    const { record, key } = await createKey(identity, admin, { organizationIds: [admin.organizationId] });
    const itself = callOf(await principalOf(identity, key));
    for (const organizationIds of [
      [],
      [secondOrganizationId],
      [admin.organizationId, secondOrganizationId],
    ]) {
      await expect(update(record.id, { organizationIds }, itself)).rejects.toMatchObject(forbidden);
    }
    const foreign = update(record.id, { organizationIds: ['k'.repeat(24)] });
    await expect(foreign).rejects.toMatchObject(forbidden);
  });

  it('without a tool differs from one without a limit', async () => {
    const { record, key } = await createKey(identity, admin, { allowsNoTools: true });
    expect(record).toMatchObject({ allowedTools: [], allowsNoTools: true });
    const principal = await principalOf(identity, key);
    expect(principal.allowedTools).toEqual({ names: [] });
    const opened = await update(record.id, { allowedTools: ['x'] }, admin);
    expect(opened).toMatchObject({ allowedTools: ['x'], allowsNoTools: false });
    await update(record.id, { allowedTools: [] }, admin);
    expect((await principalOf(identity, key)).allowedTools).toBe(undefined);
  });

  it.each([
    ['some tools', { allowedTools: ['x'] }],
    ['no tools', { allowsNoTools: true }],
  ])('that may call %s manages no keys, not even itself', async (_name, limit) => {
    const { record } = await createKey(identity, admin);
    const limited = await callWithKey(identity, admin, limit);
    const own = limited.actor.kind === 'user' ? limited.actor.credentialId : '';
    await expect(createKey(identity, limited, limit)).rejects.toMatchObject(forbidden);
    for (const apiKeyId of [record.id, own]) {
      await expect(update(apiKeyId, { name: 'x' }, limited)).rejects.toMatchObject(forbidden);
      await expect(rotate(apiKeyId, limited)).rejects.toMatchObject(forbidden);
      await expect(identity.apiKeys.revokeApiKey(limited, { apiKeyId })).rejects.toMatchObject(forbidden);
    }
    await expect(rotate(record.id)).resolves.toBeDefined();
  });

  it('hands its limits on to the keys it makes', async () => {
    const limits = {
      organizationIds: [admin.organizationId],
      expirationDate: inFuture(hourMs),
      ...spending(100),
    };
    const limited = await callWithKey(identity, admin, { role: Role.USER, ...limits });
    expect((await createKey(identity, limited)).record).toMatchObject({ role: Role.USER, ...limits });
    const less = { role: Role.VIEWER, ...spending(99), allowedTools: ['y'] };
    expect((await createKey(identity, limited, less)).record).toMatchObject({ ...limits, ...less });
    for (const more of [
      spending(101),
      spending(100, SpendPeriod.MONTH),
      { expirationDate: inFuture(2 * hourMs) },
      { role: Role.ADMIN },
      { role: Role.SUPERADMIN },
    ]) {
      await expect(createKey(identity, limited, more)).rejects.toMatchObject(forbidden);
    }
  });

  it('that becomes stronger while a weaker one is at it stays out of its reach', async () => {
    const { record } = await createKey(identity, admin, { role: Role.USER });
    const weak = await callWithKey(identity, admin, { role: Role.USER });
    const store = createApiKeyStore(identity.db, { notify: () => undefined });
    let reads = 0;
    const raisedAfterTheFirstRead: ApiKeyStore = {
      ...store,
      async findOwn(userId, apiKeyId) {
        const key = await store.findOwn(userId, apiKeyId);
        if (apiKeyId === record.id && (reads += 1) === 1) await update(record.id, { role: Role.ADMIN });
        return key;
      },
    };
    const deps = {
      apiKeys: raisedAfterTheFirstRead,
      clock: identity.clock,
      invalidateCredentials: () => Promise.resolve(),
    };
    await expect(rotateApiKey(deps, receivedCall(weak), record.id)).rejects.toMatchObject(forbidden);
  });

  it('is never above its owner, and nobody hands on superadmin', async () => {
    const viewer = callBy({ role: Role.VIEWER });
    const { record } = await createKey(identity, viewer);
    expect(record.role).toBe(Role.VIEWER);
    for (const role of [Role.USER, Role.ADMIN, Role.SUPERADMIN]) {
      await expect(createKey(identity, viewer, { role })).rejects.toMatchObject(forbidden);
      await expect(update(record.id, { role }, viewer)).rejects.toMatchObject(forbidden);
    }
    const operator = callBy({ role: Role.SUPERADMIN });
    await expect(createKey(identity, operator, { role: Role.SUPERADMIN })).rejects.toMatchObject(forbidden);
    expect((await createKey(identity, operator)).record.role).toBe(Role.ADMIN);
  });

  it('can be changed in every way by the person who signed in', async () => {
    const { record } = await createKey(identity, admin, { role: Role.VIEWER, ...spending(1) });
    const change = { role: Role.ADMIN, ...noLimit };
    expect(await update(record.id, change, person)).toMatchObject(change);
  });

  it("of role viewer changes nothing, not even itself; its owner's session does, whatever the role", async () => {
    const { record } = await createKey(identity, admin, { role: Role.VIEWER });
    const strong = await createKey(identity, admin);
    const viewer = await callWithKey(identity, admin, { role: Role.VIEWER });
    const { apiKeys, members, organizations, users } = identity;
    const { userId } = strong.record;
    const attempts = await Promise.allSettled([
      createKey(identity, viewer),
      update(record.id, { name: 'x' }, viewer),
      rotate(record.id, viewer),
      apiKeys.revokeApiKey(viewer, { apiKeyId: strong.record.id }),
      users.updateCurrentUser(viewer, { name: 'x', locale: '', updateMask: ['name'] }),
      organizations.createOrganization(viewer, { name: 'Made', slug: '' }),
      members.setDefaultOrganization(viewer, {}),
      members.removeMember(viewer, { userId }),
    ]);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: forbidden });
    }
    await expect(apiKeys.listApiKeys(viewer, {})).resolves.toBeDefined();
    await expect(
      update(record.id, { name: 'x' }, callBy({ userId, role: Role.VIEWER })),
    ).resolves.toMatchObject({
      name: 'x',
    });
  });

  it('is made by somebody who belongs to no organization yet, with whatever role', async () => {
    const nobodyYet = callBy({ role: Role.UNSPECIFIED, organizationId: '' });
    expect((await createKey(identity, nobodyYet)).record.role).toBeUndefined();
    expect((await createKey(identity, nobodyYet, { role: Role.ADMIN })).record.role).toBe(Role.ADMIN);
    const superior = createKey(identity, nobodyYet, { role: Role.SUPERADMIN });
    await expect(superior).rejects.toMatchObject(forbidden);
  });

  it('of which the caller has just lost its own cannot be touched with that one', async () => {
    const own = await createKey(identity, admin);
    const by = callOf(await principalOf(identity, own.key));
    const other = await createKey(identity, admin);
    await update(own.record.id, { state: ApiKeyState.EXPIRED });
    expect(await catchRefusal(update(other.record.id, { name: 'x' }, by))).toEqual(unauthenticated);
    expect(await catchRefusal(rotate(other.record.id, by))).toEqual(unauthenticated);
    expect(await catchRefusal(createKey(identity, by))).toEqual(unauthenticated);
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
