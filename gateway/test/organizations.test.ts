import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cannedOrganization } from './canned-account.ts';
import { record, send, startAdminGateway } from './rest-client.ts';
import type { TestGateway } from './start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startAdminGateway();
});
afterAll(() => gateway.stop());

const organization = {
  id: 'organization',
  name: 'Harbour Newsroom',
  slug: 'harbour-newsroom',
  balance_cents: 100,
  currency: 'EUR',
  modules: ['content_verification'],
  plan: 'prepaid',
  memberCount: 3,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:01:00.000Z',
};

describe('organizations', () => {
  it('are read and created with their balance, which another service keeps', async () => {
    expect(await send(gateway, 'GET /v2/organizations/organization')).toMatchObject({
      status: 200,
      body: organization,
    });
    const asked = record(gateway.rpcs.organizations, 'createOrganization');
    const balances = record(gateway.rpcs.billing, 'listBalances');
    const created = await send(gateway, 'POST /v2/organizations', { name: 'Harbour Newsroom' });
    expect(created).toMatchObject({ status: 201, body: organization });
    await send(gateway, 'POST /v2/organizations', { name: 'H', slug: 'h-1' });
    expect(asked.map(({ request }) => request)).toEqual([
      { name: 'Harbour Newsroom', slug: '' },
      { name: 'H', slug: 'h-1' },
    ]);
    expect(balances).toMatchObject(
      Array.from({ length: 2 }, () => ({
        call: { actor: { kind: 'service', service: 'gateway' }, organizationId: '' },
        request: { organizationIds: ['organization'] },
      })),
    );
  });

  it('are listed in an envelope, however many, each with its own balance', async () => {
    const ids = Array.from({ length: 401 }, (_each, index) => `organization-${index}`);
    const organizations = ids.map((id) => ({ ...cannedOrganization, id }));
    gateway.rpcs.organizations.listOrganizations = () => Promise.resolve({ organizations });
    gateway.rpcs.billing.listBalances = (_call, { organizationIds }) => {
      if (organizationIds.length > 200) throw new Error('too many at once');
      const money = { heldCents: 1, spentCents: 0, fundedCents: 0 };
      const accounts = organizationIds.map((organizationId) => ({
        ...money,
        organizationId,
        availableCents: ids.indexOf(organizationId),
      }));
      return Promise.resolve({ accounts });
    };
    const { body } = await send(gateway, 'GET /v2/organizations');
    const data = ids.map((id, index) => ({ ...organization, id, balance_cents: index + 1 }));
    expect(body).toEqual({ data, total: 401 });
  });

  it('are none for somebody who belongs to none', async () => {
    gateway.rpcs.organizations.listOrganizations = () => Promise.resolve({ organizations: [] });
    expect(await send(gateway, 'GET /v2/organizations')).toMatchObject({
      status: 200,
      body: { data: [], total: 0 },
    });
  });

  it('are changed in name and slug; the service is told of what else was tried', async () => {
    const asked = record(gateway.rpcs.organizations, 'updateOrganization');
    const path = 'PUT /v2/organizations/organization';
    expect(await send(gateway, path, { name: 'N' })).toMatchObject({ status: 200, body: organization });
    await send(gateway, path, { slug: 's', balance_cents: 1_000_000, modules: null, plan: {} });
    expect(asked.map(({ request }) => request)).toEqual([
      { name: 'N', slug: '', updateMask: ['name'] },
      {
        name: '',
        slug: 's',
        updateMask: expect.arrayContaining(['slug', 'modules', 'plan', 'balance_cents']),
      },
    ]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'N'.repeat(101) }, 'name'],
    [{ name: 'N', slug: 'Upper' }, 'slug'],
    [{ name: 'N', slug: '-edge' }, 'slug'],
    [{ name: 'N', currency: 'USD' }, 'currency'],
  ])('are neither created nor changed with %j', async (body, field) => {
    const refusal = { status: 400, body: { error: { code: 'VALIDATION_ERROR', details: { field } } } };
    expect(await send(gateway, 'POST /v2/organizations', body)).toMatchObject(refusal);
    expect(await send(gateway, 'PUT /v2/organizations/organization', body)).toMatchObject(refusal);
  });
});
