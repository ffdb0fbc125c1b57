import { invalidField } from '@assay/chassis/errors';
import { ApiKey, ApiKeyWithSecret } from '@assay/proto/identity/v1/api_key';
import { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey as workingKey, sampled } from '../credentials.ts';
import { send } from '../rest-client.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
const path = '/v2/users/me/api-keys';

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const sample = sampled(ApiKey);
const apiKey = {
  id: sample.id,
  userId: sample.userId,
  name: 'Newsroom uploader',
  role: 'user',
  expirationDate: sample.expirationDate?.toISOString(),
  state: 'active',
  organizationIds: sample.organizationIds,
  spendLimitCents: 5_000,
  spendPeriod: 'day',
  allowedTools: ['list_projects'],
  parentKeyId: null,
  current: false,
  createdAt: sample.createdAt?.toISOString(),
  updatedAt: sample.updatedAt?.toISOString(),
};
const { key } = sampled(ApiKeyWithSecret);

type HalfLimit = Pick<ApiKey, 'spendLimitCents' | 'spendPeriod'>;

describe('API keys', () => {
  it('are listed in an array, counted in a header, without secrets', async () => {
    const { status, headers, body } = await send(gateway, `GET ${path}`);
    expect([status, headers.get('x-total-count'), body]).toEqual([200, '1', [apiKey]]);
  });

  it('say null where they have no role, no expiry and no limit of their own', async () => {
    const { id, userId, state, createdAt, updatedAt } = sample;
    const plain = ApiKey.fromPartial({ id, userId, state, createdAt, updatedAt });
    gateway.answer(ApiKeysServiceService.listApiKeys, () => Promise.resolve({ apiKeys: [plain] }));
    expect(await send(gateway, `GET ${path}`)).toMatchObject({
      body: [
        { role: null, expirationDate: null, spendLimitCents: null, spendPeriod: null, parentKeyId: null },
      ],
    });
  });

  it('are created with 201 and the only sight of their secret, as their owner allows unless said otherwise', async () => {
    const calls = gateway.record(ApiKeysServiceService.createApiKey);
    expect(await send(gateway, `POST ${path}`, { name: 'Uploader' })).toMatchObject({
      status: 201,
      body: { apiKey, key },
    });
    await send(gateway, `POST ${path}`, {
      name: 'Uploader',
      role: 'superadmin',
      expirationDate: '2026-12-05t10:00:00.5+01:00',
      organizationIds: ['o'],
      spendLimitCents: 0,
      spendPeriod: 'month',
      allowedTools: ['t'],
    });
    expect(calls.map(({ request }) => request)).toEqual([
      {
        name: 'Uploader',
        role: undefined,
        organizationIds: [],
        expirationDate: undefined,
        spendLimitCents: undefined,
        spendPeriod: undefined,
        allowedTools: [],
        allowsNoTools: false,
      },
      {
        name: 'Uploader',
        role: 'ROLE_SUPERADMIN',
        organizationIds: ['o'],
        expirationDate: new Date('2026-12-05T09:00:00.500Z'),
        spendLimitCents: 0,
        spendPeriod: 'SPEND_PERIOD_MONTH',
        allowedTools: ['t'],
        allowsNoTools: false,
      },
    ]);
  });

  it('are changed in what is sent: null clears, what is not sent stays', async () => {
    const calls = gateway.record(ApiKeysServiceService.updateApiKey);
    const bodies = [
      {},
      { name: 'N', state: 'expired' },
      { role: null, expirationDate: null, spendLimitCents: null },
      { spendLimitCents: 7, spendPeriod: 'day', organizationIds: [], allowedTools: ['t'] },
      { allowedTools: [] },
      { allowedTools: null },
    ];
    for (const body of bodies) {
      expect(await send(gateway, `PATCH ${path}/${apiKey.id}`, body)).toMatchObject({
        status: 200,
        body: apiKey,
      });
    }
    const nothing = {
      apiKeyId: apiKey.id,
      updateMask: [],
      name: '',
      role: undefined,
      expirationDate: undefined,
      state: 'API_KEY_STATE_UNSPECIFIED',
      organizationIds: [],
      spendLimitCents: undefined,
      spendPeriod: undefined,
      allowedTools: [],
      allowsNoTools: false,
    };
    expect(calls.map(({ request }) => request)).toEqual([
      nothing,
      { ...nothing, updateMask: ['name', 'state'], name: 'N', state: 'API_KEY_STATE_EXPIRED' },
      { ...nothing, updateMask: ['role', 'expiration_date', 'spend_limit_cents'] },
      {
        ...nothing,
        updateMask: ['spend_limit_cents', 'spend_period', 'organization_ids', 'allowed_tools'],
        spendLimitCents: 7,
        spendPeriod: 'SPEND_PERIOD_DAY',
        allowedTools: ['t'],
      },
      { ...nothing, updateMask: ['allowed_tools'], allowsNoTools: true },
      { ...nothing, updateMask: ['allowed_tools'] },
    ]);
  });

  it.each([
    [{ role: 'owner' }, 'role'],
    [{ expirationDate: 'tomorrow' }, 'expirationDate'],
    [{ expirationDate: '2026-02-30T00:00:00Z' }, 'expirationDate'],
    [{ expirationDate: '2026-12-05' }, 'expirationDate'],
    [{ spendLimitCents: -1, spendPeriod: 'day' }, 'spendLimitCents'],
    [{ spendLimitCents: 1.5, spendPeriod: 'day' }, 'spendLimitCents'],
    [{ organizationIds: ['o', 'o'] }, 'organizationIds'],
    [{ name: '' }, 'name'],
    [{ key: 'chosen' }, 'key'],
  ])('are neither created nor changed with %j', async (fields, field) => {
    const refusal = { status: 400, body: { error: { code: 'VALIDATION_ERROR', details: { field } } } };
    expect(await send(gateway, `POST ${path}`, { name: 'N', ...fields })).toMatchObject(refusal);
    expect(await send(gateway, `PATCH ${path}/${apiKey.id}`, fields)).toMatchObject(refusal);
  });

  it.each([
    [{ spendLimitCents: 5 }, 'spendPeriod', { spendLimitCents: 5 }],
    [{ spendLimitCents: 5, spendPeriod: null }, 'spendPeriod', { spendLimitCents: 5 }],
    [{ spendPeriod: 'day' }, 'spendLimitCents', { spendPeriod: 'SPEND_PERIOD_DAY' }],
  ])(
    'are neither created nor changed with half a limit, %j, as identity-org says',
    async (limit, field, half) => {
      const requests: unknown[] = [];
      const refuse = (_call: unknown, { spendLimitCents, spendPeriod }: HalfLimit) => {
        requests.push({ spendLimitCents, spendPeriod });
        return Promise.reject(invalidField(field, 'spendLimitCents and spendPeriod must be set together'));
      };
      gateway.answer(ApiKeysServiceService.createApiKey, refuse);
      gateway.answer(ApiKeysServiceService.updateApiKey, refuse);
      const refusal = { status: 400, body: { error: { code: 'VALIDATION_ERROR', details: { field } } } };
      expect(await send(gateway, `POST ${path}`, { name: 'N', ...limit })).toMatchObject(refusal);
      expect(await send(gateway, `PATCH ${path}/${apiKey.id}`, limit)).toMatchObject(refusal);
      expect(requests).toEqual([half, half]);
      gateway.reset();
    },
  );

  it('are revoked and rotated with 200, the one with its record, the other with a new secret', async () => {
    gateway.answer(ApiKeysServiceService.revokeApiKey, () =>
      Promise.resolve({ apiKey: { ...sample, state: 'API_KEY_STATE_EXPIRED' } }),
    );
    const calls = [
      gateway.record(ApiKeysServiceService.revokeApiKey),
      gateway.record(ApiKeysServiceService.rotateApiKey),
    ];
    expect(await send(gateway, `DELETE ${path}/${apiKey.id}`)).toMatchObject({
      status: 200,
      body: { ...apiKey, state: 'expired' },
    });
    expect(await send(gateway, `POST ${path}/${apiKey.id}/rotate`)).toMatchObject({
      status: 200,
      body: { apiKey, key },
    });
    expect(calls.flat().map(({ request }) => request)).toEqual([
      { apiKeyId: apiKey.id },
      { apiKeyId: apiKey.id },
    ]);
  });

  it('are rotated also by clients that announce JSON and send none', async () => {
    const headers = { 'x-api-key': workingKey, 'content-type': 'application/json' };
    const response = await gateway.fetch(`${path}/${apiKey.id}/rotate`, { method: 'POST', headers });
    expect(response.status).toBe(200);
  });
});
