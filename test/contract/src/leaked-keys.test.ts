import { newApiKey } from '@assay/test-kit/organizations';
import type { ApiKeyFields } from '@assay/test-kit/organizations';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest, RestHeaders } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leakKey, multiply, tryEverything } from './matrix/leak.ts';
import type { RoleName } from './matrix/roles.ts';
import { createWorld } from './matrix/world.ts';
import type { World } from './matrix/world.ts';
import { fetchDocument, operationsOf } from './openapi-document.ts';
import type { NamedOperation } from './openapi-document.ts';

const hourMs = 3_600_000;
/** Operations that every key may use although they are not sent with GET: a token of the key, a read with a body, and the work on crowd jobs. */
const forEveryKey: ReadonlySet<string> = new Set([
  'createToken',
  'previewSurveyVersion',
  'updateWorkerProfile',
  'estimateRun',
  'estimateCrowdJob',
  'claimTask',
  'extendClaim',
  'returnClaim',
  'submitAnswer',
  'createAppeal',
  // Each tool has the rules of its operation.
  'sendMcpMessage',
]);
const daily = (spendLimitCents: number) => ({ spendLimitCents, spendPeriod: 'day' }) as const;

let platform: SharedPlatform;
let world: World;
let operations: ReadonlyMap<string, NamedOperation>;

beforeAll(async () => {
  platform = await joinPlatform();
  world = await createWorld(platform);
  const document = await fetchDocument(platform.baseUrl);
  operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
});
afterAll(() => platform.stop());

const restOf = (credential: RestHeaders): Rest => createRest(world.platform.baseUrl, credential);

const limitsOf: Readonly<Record<string, () => ApiKeyFields>> = {
  nothing: () => ({}),
  money: () => daily(20),
  time: () => ({ expirationDate: new Date(Date.now() + hourMs).toISOString() }),
  'one organization': () => ({ organizationIds: [world.home.organizationId] }),
};
const leaks = (['viewer', 'user', 'admin'] as const).flatMap((role) =>
  Object.keys(limitsOf).map((limit): [RoleName, string] => [role, limit]),
);

/** What of the owner a leaked key could have changed. */
async function ownersThings({ owner }: World) {
  const { body: keys } = await owner.get('/v2/users/me/api-keys');
  const me = await owner.get('/v2/users/me');
  const organizations = await owner.get('/v2/organizations');
  return {
    me: me.body,
    organizations: organizations.body.data.map(({ id }: { id: string }) => id),
    keys: keys.map(({ id, name, state }: Record<string, string>) => [id, name, state]),
  };
}

describe.each(leaks)('a leaked key of role %s, limited in %s,', (role, limit) => {
  it('leaves nothing that works when it is revoked, whichever operations were asked for', async () => {
    const leak = await leakKey(world, role, limitsOf[limit]?.() ?? {});
    const before = await ownersThings(world);
    const tried = await tryEverything(world, operations, leak.credential, leak.targets);
    const first = tried.flatMap(({ loot }) => loot);
    const second = (await Promise.all(first.map((one) => multiply(world, one)))).flat();
    const third = (await Promise.all(second.map((one) => multiply(world, one)))).flat();
    const loot = [leak.credential, ...first, ...second, ...third];
    expect(first.length).toBeGreaterThanOrEqual(role === 'viewer' ? 1 : 2);

    const changed = tried
      .filter(({ method, operationId }) => method !== 'get' && !forEveryKey.has(operationId))
      .filter(({ status }) => status !== 403)
      .map(({ operationId, status }) => `${operationId}: ${String(status)}`);
    expect(role === 'viewer' ? changed : []).toEqual([]);
    expect(changed.length > 0).toBe(role !== 'viewer');
    const after = await ownersThings(world);
    expect(role === 'viewer' ? after : before).toEqual(before);
    const most = role === 'admin' ? 200 : 403;
    for (const one of loot) {
      const { status } = await restOf(one).get(`/v2/organizations/${world.home.organizationId}/audit-events`);
      expect([one, status]).toEqual([one, most]);
    }

    expect((await world.owner.delete(`/v2/users/me/api-keys/${leak.id}`)).status).toBe(200);
    for (const one of loot) {
      const statusNow = async () => (await restOf(one).get('/v2/users/me')).status;
      await expect.poll(statusNow, { interval: 20 }).toBe(401);
    }
    for (const one of [loot[0], second[0], third.at(-1)]) {
      if (one === undefined) continue;
      for (const { operationId, status } of await tryEverything(world, operations, one, leak.targets)) {
        expect([operationId, status]).toEqual([operationId, 401]);
      }
    }
  });
});

describe('what a leaked key may spend', () => {
  const start = async (credential: RestHeaders): Promise<number> => {
    const { projectId, slug, fileId } = world.population;
    const path = `/v2/projects/${projectId}/verification-runs`;
    return (await restOf(credential).post(path, { pipelineSlug: slug, fileIds: [fileId] })).status;
  };
  const made = async (credential: RestHeaders, fields: ApiKeyFields = {}): Promise<RestHeaders> => ({
    'x-api-key': (await newApiKey(restOf(credential), fields)).key,
  });
  const tokenOf = async (credential: RestHeaders): Promise<RestHeaders> =>
    bearer((await restOf(credential).post('/v2/auth/token')).body.accessToken);

  it.each(['user', 'admin'] as const)(
    'is its limit, in sum with whatever was made with it (%s)',
    async (role) => {
      const { credential: leaked } = await leakKey(world, role, daily(30));
      const child = await made(leaked);
      const grandchild = await made(child, daily(30));
      const family = [leaked, child, grandchild, await made(leaked, daily(20)), await made(grandchild)];
      const all = [...family, await tokenOf(leaked), await tokenOf(grandchild)];
      const answers = await Promise.all([...all, ...all, ...all].map(start));
      expect(answers.filter((status) => status === 201)).toHaveLength(3);
      expect(answers.filter((status) => status === 402)).toHaveLength(answers.length - 3);
      expect(await start(await made(leaked))).toBe(402);
      expect(await start(await made(grandchild))).toBe(402);
    },
  );

  it('is not raised by repeating a request of a stronger key under its idempotency key', async () => {
    const { credential: leaked } = await leakKey(world, 'admin', daily(10));
    const header = { 'idempotency-key': 'guessed' };
    const ask = (rest: Rest) => rest.post('/v2/users/me/api-keys', { name: 'Of the stronger one' }, header);
    expect((await ask(world.owner)).status).toBe(201);
    expect(await ask(restOf(leaked))).toMatchObject({
      status: 409,
      body: { error: { code: 'IDEMPOTENCY_CONFLICT' } },
    });
  });
});
