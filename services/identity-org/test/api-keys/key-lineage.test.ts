import { onBroadcast } from '@assay/chassis/events/broadcast';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';
import { ApiKeyState, SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { ApiKey } from '@assay/proto/identity/v1/api_key';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import type { CreateApiKeyRequest, UpdateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, signedIn, organizationNotFound, principalOf, unauthenticated } from '../calls.ts';
import { createKey, toNewKey, updateKey } from '../create-key.ts';
import type { NewKey } from '../create-key.ts';
import { seededKey, start } from '../start.ts';
import { startWithTwoOrganizations } from './two-organizations.ts';

const hourMs = 3_600_000;
const forbidden = { status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' };
const daily = (spendLimitCents: number) => ({ spendLimitCents, spendPeriod: SpendPeriod.DAY });
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;
let secondOrganizationId: string;

beforeAll(async () => {
  ({ identity, admin, secondOrganizationId } = await startWithTwoOrganizations());
});
afterAll(() => identity.stop());

const inFuture = (ms: number) => new Date(identity.clock.now().getTime() + ms);
const callWith = async ({ key }: NewKey) => callOf(await principalOf(identity, key));
const childOf = async (parent: NewKey, overrides: Partial<CreateApiKeyRequest> = {}) =>
  createKey(identity, await callWith(parent), overrides);
const update = (apiKeyId: string, change: Partial<UpdateApiKeyRequest>, by = admin) =>
  updateKey(identity, by, { apiKeyId, ...change });
const listed = async ({ record }: NewKey): Promise<ApiKey | undefined> =>
  (await identity.apiKeys.listApiKeys(admin, {})).apiKeys.find(({ id }) => id === record.id);

/** Three keys, each made with the one before. */
async function line(overrides: Partial<CreateApiKeyRequest> = {}) {
  const parent = await createKey(identity, admin, overrides);
  const child = await childOf(parent);
  return { parent, child, grandchild: await childOf(child) };
}

describe('a key made with a key', () => {
  it('names the one it was made with; one made by somebody who signed in names none', async () => {
    const { parent, child, grandchild } = await line();
    expect(child.record.parentKeyId).toBe(parent.record.id);
    expect(grandchild.record.parentKeyId).toBe(child.record.id);
    expect((await createKey(identity, signedIn(admin))).record.parentKeyId).toBeUndefined();
  });

  it('is marked as the current one in its own list only', async () => {
    const { parent, child } = await line();
    const { apiKeys } = await identity.apiKeys.listApiKeys(await callWith(child), {});
    expect(apiKeys.filter(({ current }) => current).map(({ id }) => id)).toEqual([child.record.id]);
    const signedInList = await identity.apiKeys.listApiKeys(signedIn(admin), {});
    expect(signedInList.apiKeys.some(({ current }) => current)).toBe(false);
    expect(parent.record.current).toBe(false);
  });

  it.each<[string, (parent: NewKey) => Promise<unknown>]>([
    ['is revoked', ({ record }) => identity.apiKeys.revokeApiKey(admin, { apiKeyId: record.id })],
    ['is paused', ({ record }) => update(record.id, { state: ApiKeyState.EXPIRED })],
    [
      'has expired',
      async ({ record }) => {
        await update(record.id, { expirationDate: inFuture(1000) });
        identity.clock.advance(1000);
      },
    ],
  ])('stops with every token and key it made when the first of them %s', async (_how, end) => {
    const { parent, child, grandchild } = await line();
    const { accessToken } = await identity.tokens.issueAccessToken(await callWith(grandchild), {});
    const bearer = () =>
      identity.authentication.authenticateBearerToken(callByService('gateway'), {
        token: accessToken,
        organizationId: '',
      });
    await expect(bearer()).resolves.toMatchObject({ principal: { credentialId: grandchild.record.id } });
    const calls = await Promise.all([child, grandchild].map(callWith));
    await end(parent);
    for (const key of [child, grandchild]) {
      expect(await catchRefusal(principalOf(identity, key.key))).toEqual(unauthenticated);
      expect((await listed(key))?.state).toBe(ApiKeyState.EXPIRED);
    }
    expect(await catchRefusal(bearer())).toEqual(unauthenticated);
    for (const call of calls) {
      expect(await catchRefusal(createKey(identity, call))).toEqual(unauthenticated);
      expect(await catchRefusal(identity.tokens.issueAccessToken(call, {}))).toEqual(unauthenticated);
    }
  });

  it('works again when the first of them is resumed, and goes on when it is given a new secret', async () => {
    const { parent, grandchild } = await line();
    await update(parent.record.id, { state: ApiKeyState.EXPIRED });
    await update(parent.record.id, { state: ApiKeyState.ACTIVE });
    await identity.apiKeys.rotateApiKey(admin, { apiKeyId: parent.record.id });
    await expect(principalOf(identity, grandchild.key)).resolves.toMatchObject({ role: Role.ADMIN });
    expect((await listed(grandchild))?.state).toBe(ApiKeyState.ACTIVE);
  });

  it('can from then on do no more than any of them is left with', async () => {
    const { parent, child, grandchild } = await line(daily(500));
    await update(parent.record.id, { role: Role.USER, allowedTools: ['x', 'y'] });
    await update(child.record.id, {
      organizationIds: [admin.organizationId],
      allowedTools: ['y', 'z'],
      expirationDate: inFuture(hourMs),
      ...daily(300),
    });
    const principal = await principalOf(identity, grandchild.key);
    expect(principal).toMatchObject({ role: Role.USER, allowedTools: { names: ['y'] } });
    expect(principal.expiresAt).toEqual((await listed(child))?.expirationDate);
    expect(principal.spendLimit?.limitCents).toBe(500);
    expect(principal.inheritedSpendLimits?.limits).toEqual([
      { credentialId: parent.record.id, limit: { limitCents: 500, period: SpendPeriod.DAY } },
      { credentialId: child.record.id, limit: { limitCents: 300, period: SpendPeriod.DAY } },
    ]);
    const elsewhere = principalOf(identity, grandchild.key, secondOrganizationId);
    expect(await catchRefusal(elsewhere)).toEqual(organizationNotFound);
    const { organizations } = await identity.organizations.listOrganizations(callOf(principal), {});
    expect(organizations.map(({ id }) => id)).toEqual([admin.organizationId]);
  });

  it('is told of to every process when one it was made with changes', async () => {
    const { parent, child, grandchild } = await line();
    const heard: string[][] = [];
    const stop = onBroadcast(identity.events, CredentialsInvalidated, ({ credentialIds }) => {
      heard.push(credentialIds.toSorted());
    });
    await identity.events.nc.flush();
    await update(parent.record.id, { role: Role.USER });
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: parent.record.id });
    const all = [parent, child, grandchild].map(({ record }) => record.id).toSorted();
    await eventually(() => {
      expect(heard).toEqual([all, all]);
    });
    stop();
  });
});

describe('a key', () => {
  it('changes and rotates itself and what was made with it, and nothing else, however little that can do', async () => {
    const { parent, child, grandchild } = await line();
    const stranger = await createKey(identity, admin, { role: Role.VIEWER });
    const by = await callWith(child);
    for (const { record } of [stranger, parent]) {
      await expect(update(record.id, { name: 'x' }, by)).rejects.toMatchObject(forbidden);
      await expect(identity.apiKeys.rotateApiKey(by, { apiKeyId: record.id })).rejects.toMatchObject(
        forbidden,
      );
    }
    await update(grandchild.record.id, { name: 'x' }, by);
    const { apiKeyWithSecret } = await identity.apiKeys.rotateApiKey(by, { apiKeyId: child.record.id });
    const rotated = toNewKey(apiKeyWithSecret);
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: parent.record.id });
    expect(await catchRefusal(principalOf(identity, rotated.key))).toEqual(unauthenticated);
  });

  it('of before keys had lineages works, and was made with none', async () => {
    const old = await createKey(identity, admin);
    const documents = identity.db.collection<{ _id: string }>('api_keys');
    await documents.updateOne({ _id: old.record.id }, { $unset: { ancestorIds: '' } });
    expect((await listed(old))?.parentKeyId).toBeUndefined();
    expect((await childOf(old)).record.parentKeyId).toBe(old.record.id);
  });
});

describe('the number of keys', () => {
  const tooMany = (limit: number) => ({
    status: 'FAILED_PRECONDITION',
    reason: 'API_KEY_LIMIT',
    details: { limit },
  });

  it('is limited per key and per person, also when all are made at once; revoked lines do not count', async () => {
    const limited = await start({ API_KEYS_PER_KEY: '3', API_KEYS_PER_USER: '6' });
    const by = callOf(await principalOf(limited, seededKey));
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => createKey(limited, by)));
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(made.length - refused.length).toBeLessThanOrEqual(3);
    for (const refusal of refused) expect(refusal).toMatchObject(tooMany(3));
    const { apiKeys } = await limited.apiKeys.listApiKeys(by, {});
    for (const { id, parentKeyId } of apiKeys) {
      if (parentKeyId !== undefined) await limited.apiKeys.revokeApiKey(by, { apiKeyId: id });
    }

    const first = await createKey(limited, by);
    const second = await createKey(limited, by);
    const third = await createKey(limited, by);
    await expect(createKey(limited, by)).rejects.toMatchObject(tooMany(3));
    const byFirst = callOf(await principalOf(limited, first.key));
    await createKey(limited, byFirst);
    await createKey(limited, byFirst);
    await expect(createKey(limited, byFirst)).rejects.toMatchObject(tooMany(6));
    await limited.apiKeys.revokeApiKey(by, { apiKeyId: first.record.id });
    for (const { key } of [second, third, second]) {
      await createKey(limited, callOf(await principalOf(limited, key)));
    }
    await expect(createKey(limited, by)).rejects.toMatchObject(tooMany(6));
    await limited.stop();
  });

  it('that descend from each other is limited', async () => {
    let last = await createKey(identity, admin);
    for (let generation = 2; generation < 10; generation += 1) last = await childOf(last);
    await expect(childOf(last)).rejects.toMatchObject(tooMany(10));
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
