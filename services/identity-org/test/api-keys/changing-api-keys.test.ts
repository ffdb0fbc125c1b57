import type { OutgoingCall } from '@assay/chassis/call-context';
import { onBroadcast } from '@assay/chassis/events/broadcast';
import { Role } from '@assay/proto/access/v1/access';
import { ApiKeyState, SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { UpdateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, principalOf, unauthenticated } from '../calls.ts';
import { createKey, toNewKey, updateKey } from '../create-key.ts';
import type { start } from '../start.ts';
import { startWithTwoOrganizations } from './two-organizations.ts';

const hourMs = 3_600_000;
const notFound = { status: 'NOT_FOUND', reason: 'API_KEY_NOT_FOUND' };
const invalid = (field: string) => ({ status: 'INVALID_ARGUMENT', details: { field } });
const spending = (limitCents: number, period: SpendPeriod = SpendPeriod.DAY) => ({
  spendLimitCents: limitCents,
  spendPeriod: period,
});
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;
let secondOrganizationId: string;

beforeAll(async () => {
  ({ identity, admin, secondOrganizationId } = await startWithTwoOrganizations());
});
afterAll(() => identity.stop());

const inFuture = (ms: number) => new Date(identity.clock.now().getTime() + ms);

const update = (apiKeyId: string, change: Partial<UpdateApiKeyRequest>, by = admin) =>
  updateKey(identity, by, { apiKeyId, ...change });

const rotate = async (apiKeyId: string, by = admin) =>
  toNewKey((await identity.apiKeys.rotateApiKey(by, { apiKeyId })).apiKeyWithSecret);
const listed = async (by = admin) => (await identity.apiKeys.listApiKeys(by, {})).apiKeys;

describe('ListApiKeys', () => {
  it("shows the caller's own keys that were not revoked, newest first, without a secret", async () => {
    const first = await createKey(identity, admin, { name: 'first' });
    const second = await createKey(identity, admin, { name: 'second', ...spending(5) });
    const third = await createKey(identity, admin, { name: 'third' });
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: second.record.id });
    const keys = await listed();
    expect(keys.slice(0, 2)).toEqual([third.record, first.record]);
    expect(JSON.stringify(keys)).not.toContain(first.key);
    expect(await listed(callBy({ role: Role.ADMIN }))).toEqual([]);
  });
});

describe('UpdateApiKey', () => {
  it('changes what is named and nothing else', async () => {
    const { record } = await createKey(identity, admin, { role: Role.USER, ...spending(7) });
    const changed = await update(record.id, { name: ' renamed ' });
    expect(changed).toEqual({ ...record, name: 'renamed', updatedAt: changed.updatedAt });
    expect(changed.updatedAt?.getTime()).toBeGreaterThan(record.updatedAt?.getTime() ?? 0);
    const all = {
      name: 'everything',
      role: Role.VIEWER,
      expirationDate: inFuture(hourMs),
      organizationIds: [admin.organizationId],
      ...spending(0, SpendPeriod.MONTH),
      allowedTools: ['start_verification'],
    };
    expect(await update(record.id, all)).toMatchObject({ ...all, state: ApiKeyState.ACTIVE });
    expect((await listed()).find(({ id }) => id === record.id)).toMatchObject(all);
  });

  it('changes nothing when nothing is named', async () => {
    const { record } = await createKey(identity, admin);
    expect(await update(record.id, {})).toEqual(record);
  });

  it('clears what is named and unset', async () => {
    const { record, key } = await createKey(identity, admin, {
      role: Role.VIEWER,
      expirationDate: inFuture(hourMs),
      organizationIds: [admin.organizationId],
      ...spending(1),
      allowedTools: ['x'],
    });
    const cleared = {
      role: undefined,
      expirationDate: undefined,
      organizationIds: [],
      spendLimitCents: undefined,
      spendPeriod: undefined,
      allowedTools: [],
    };
    expect(await update(record.id, cleared)).toMatchObject(cleared);
    const principal = await principalOf(identity, key, secondOrganizationId);
    expect(principal).toMatchObject({ role: Role.ADMIN, expiresAt: undefined, spendLimit: undefined });
  });

  it('puts a key out of work and back', async () => {
    const { record, key } = await createKey(identity, admin);
    expect((await update(record.id, { state: ApiKeyState.EXPIRED })).state).toBe(ApiKeyState.EXPIRED);
    expect(await catchRefusal(principalOf(identity, key))).toEqual(unauthenticated);
    expect((await update(record.id, { state: ApiKeyState.ACTIVE })).state).toBe(ApiKeyState.ACTIVE);
    await expect(principalOf(identity, key)).resolves.toMatchObject({ credentialId: record.id });
  });

  it('activates a key that has expired only together with a new date', async () => {
    const { record, key } = await createKey(identity, admin, { expirationDate: inFuture(1000) });
    identity.clock.advance(1000);
    await expect(update(record.id, { state: ApiKeyState.ACTIVE })).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'API_KEY_EXPIRED',
    });
    const change = { state: ApiKeyState.ACTIVE, expirationDate: inFuture(hourMs) };
    expect((await update(record.id, change)).state).toBe(ApiKeyState.ACTIVE);
    await expect(principalOf(identity, key)).resolves.toMatchObject({ credentialId: record.id });
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['expirationDate', { expirationDate: new Date(0) }],
    ['state', { state: ApiKeyState.UNSPECIFIED }],
    ['organizationIds', { organizationIds: Array.from({ length: 101 }, String) }],
    ['spendLimitCents', spending(-1)],
    ['spendPeriod', spending(1, SpendPeriod.UNSPECIFIED)],
    ['allowedTools', { allowedTools: Array.from({ length: 101 }, String) }],
    ['allowedTools', { allowedTools: ['x'.repeat(101)] }],
    ['allowedTools', { allowedTools: [''] }],
    ['userId', { userId: 'somebody else' }],
  ])('names the bad field %s', async (field, change: object) => {
    const { record } = await createKey(identity, admin);
    await expect(update(record.id, change)).rejects.toMatchObject(invalid(field));
  });

  it('answers for keys of others, revoked ones and unknown ones with the same words', async () => {
    const { record } = await createKey(identity, admin);
    const revoked = await createKey(identity, admin);
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: revoked.record.id });
    const stranger = callBy({ role: Role.ADMIN });
    const refusals = [
      await catchRefusal(update(record.id, { name: 'x' }, stranger)),
      await catchRefusal(rotate(record.id, stranger)),
      await catchRefusal(update(revoked.record.id, { name: 'x' })),
      await catchRefusal(rotate(revoked.record.id)),
      await catchRefusal(identity.apiKeys.revokeApiKey(admin, { apiKeyId: revoked.record.id })),
      await catchRefusal(update('k'.repeat(24), { name: 'x' })),
    ];
    expect(refusals[0]).toMatchObject(notFound);
    expect(refusals).toEqual(refusals.map(() => refusals[0]));
  });

  it('loses no change of many that are made at once', async () => {
    const { record, key } = await createKey(identity, admin);
    await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => update(record.id, { name: `name ${String(n)}` })),
      update(record.id, { role: Role.VIEWER }),
      update(record.id, spending(3)),
      update(record.id, { allowedTools: ['x'] }),
      rotate(record.id),
    ]);
    const now = (await listed()).find(({ id }) => id === record.id);
    expect(now).toMatchObject({ role: Role.VIEWER, ...spending(3), allowedTools: ['x'] });
    expect(await catchRefusal(principalOf(identity, key))).toEqual(unauthenticated);
  });

  it('never brings a revoked key back, however many changes race with the revocation', async () => {
    const { record, key } = await createKey(identity, admin);
    const answers = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => update(record.id, { state: ApiKeyState.ACTIVE })),
      identity.apiKeys.revokeApiKey(admin, { apiKeyId: record.id }),
      ...Array.from({ length: 5 }, () => rotate(record.id)),
    ]);
    expect(answers[5]?.status).toBe('fulfilled');
    const secrets = answers.flatMap((answer) =>
      answer.status === 'fulfilled' && 'key' in answer.value ? [answer.value.key] : [],
    );
    for (const secret of [key, ...secrets]) {
      expect(await catchRefusal(principalOf(identity, secret))).toEqual(unauthenticated);
    }
  });
});

describe('RotateApiKey', () => {
  it('gives the key a new secret and ends the old one at once', async () => {
    const { record, key } = await createKey(identity, admin, { role: Role.USER });
    const rotated = await rotate(record.id);
    expect(rotated.key).toMatch(/^assay_[0-9A-Za-z]{43}$/);
    expect(rotated.key).not.toBe(key);
    expect(rotated.record).toEqual({ ...record, updatedAt: rotated.record.updatedAt });
    expect(await catchRefusal(principalOf(identity, key))).toEqual(unauthenticated);
    await expect(principalOf(identity, rotated.key)).resolves.toMatchObject({ credentialId: record.id });
    expect(JSON.stringify(await identity.db.collection('api_keys').find().toArray())).not.toContain(
      rotated.key,
    );
  });

  it('repeats its answer under one idempotency key instead of rotating again', async () => {
    const { record } = await createKey(identity, admin);
    const call = { ...admin, idempotencyKey: 'rotate-once' };
    const first = await rotate(record.id, call);
    expect(await rotate(record.id, call)).toEqual(first);
    await expect(principalOf(identity, first.key)).resolves.toMatchObject({ credentialId: record.id });
  });

  it('lets a key rotate itself', async () => {
    const { record, key } = await createKey(identity, admin, { role: Role.USER, ...spending(1) });
    const { key: next } = await rotate(record.id, callOf(await principalOf(identity, key)));
    await expect(principalOf(identity, next)).resolves.toMatchObject({
      spendLimit: { limitCents: 1, period: SpendPeriod.DAY },
    });
  });
});

describe('every change of a key', () => {
  it('is told to every process', async () => {
    const heard: string[] = [];
    const stop = onBroadcast(identity.events, CredentialsInvalidated, ({ credentialIds }) => {
      heard.push(...credentialIds);
    });
    await identity.events.nc.flush();
    const { record } = await createKey(identity, admin);
    await update(record.id, { name: 'x' });
    await rotate(record.id);
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: record.id });
    await eventually(() => {
      // Broadcasts of earlier tests may arrive meanwhile.
      expect(heard.filter((id) => id === record.id)).toHaveLength(3);
    });
    stop();
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
