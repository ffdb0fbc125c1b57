import { User } from '@assay/proto/identity/v1/user';
import { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../credentials.ts';
import { send } from '../rest-client.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const sample = sampled(User);
const user = {
  id: sample.id,
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  locale: 'en-GB',
  createdAt: sample.createdAt?.toISOString(),
  updatedAt: sample.updatedAt?.toISOString(),
};

describe('the calling user', () => {
  it('is read with every field of the contract', async () => {
    expect(await send(gateway, 'GET /v2/users/me')).toMatchObject({ status: 200, body: user });
  });

  it('has no address rather than an empty one', async () => {
    gateway.answer(UsersServiceService.getCurrentUser, () =>
      Promise.resolve({ user: { ...sample, email: undefined } }),
    );
    expect(await send(gateway, 'GET /v2/users/me')).toMatchObject({ body: { ...user, email: null } });
  });

  it('is changed in what is sent and in nothing else', async () => {
    const calls = gateway.record(UsersServiceService.updateCurrentUser);
    const { status, body } = await send(gateway, 'PATCH /v2/users/me', { locale: 'pt-BR' });
    expect([status, body]).toEqual([200, user]);
    await send(gateway, 'PATCH /v2/users/me', { name: 'A' });
    expect(calls.map(({ request }) => request)).toEqual([
      { name: '', locale: 'pt-BR', updateMask: ['locale'] },
      { name: 'A', locale: '', updateMask: ['name'] },
    ]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: null }, 'name'],
    [{ locale: 'not a tag' }, 'locale'],
    [{ email: 'other@example.org' }, 'email'],
  ])('is not changed to %j', async (body, field) => {
    expect(await send(gateway, 'PATCH /v2/users/me', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { field } } },
    });
  });
});
