import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { Organization } from '@assay/proto/organizations/v1/organization';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../credentials.ts';
import { send, startAdminGateway } from '../rest-client.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startAdminGateway();
});
afterAll(() => gateway.stop());

const sample = sampled(Organization);
const organization = {
  id: sample.id,
  name: 'Harbour Newsroom',
  slug: 'harbour-newsroom',
  balance_cents: 10_000,
  currency: 'EUR',
  modules: ['content_verification'],
  plan: 'prepaid',
  memberCount: 3,
  createdAt: sample.createdAt?.toISOString(),
  updatedAt: sample.updatedAt?.toISOString(),
};

describe('organizations', () => {
  it('are read and created with their balance, which another service keeps', async () => {
    expect(await send(gateway, `GET /v2/organizations/${sample.id}`)).toMatchObject({
      status: 200,
      body: organization,
    });
    const calls = gateway.record(OrganizationsServiceService.createOrganization);
    const balances = gateway.record(BillingServiceService.listBalances);
    const created = await send(gateway, 'POST /v2/organizations', { name: 'Harbour Newsroom' });
    expect(created).toMatchObject({ status: 201, body: organization });
    await send(gateway, 'POST /v2/organizations', { name: 'H', slug: 'h-1' });
    expect(calls.map(({ request }) => request)).toEqual([
      { name: 'Harbour Newsroom', slug: '' },
      { name: 'H', slug: 'h-1' },
    ]);
    expect(balances).toMatchObject(
      Array.from({ length: 2 }, () => ({
        call: { actor: { kind: 'service', service: 'gateway' }, organizationId: '' },
        request: { organizationIds: [sample.id] },
      })),
    );
  });

  it('are listed in an envelope, however many, each with its own balance', async () => {
    const ids = Array.from({ length: 401 }, (_each, index) => `organization-${index}`);
    const organizations = ids.map((id) => ({ ...sample, id }));
    gateway.answer(OrganizationsServiceService.listOrganizations, () => Promise.resolve({ organizations }));
    gateway.answer(BillingServiceService.listBalances, (_call, { organizationIds }) => {
      if (organizationIds.length > 200) throw new Error('too many at once');
      const money = { heldCents: 1, spentCents: 0, fundedCents: 0 };
      const accounts = organizationIds.map((organizationId) => ({
        ...money,
        organizationId,
        availableCents: ids.indexOf(organizationId),
      }));
      return Promise.resolve({ accounts });
    });
    const { body } = await send(gateway, 'GET /v2/organizations');
    const data = ids.map((id, index) => ({ ...organization, id, balance_cents: index + 1 }));
    expect(body).toEqual({ data, total: 401 });
  });

  it('are none for somebody who belongs to none', async () => {
    gateway.answer(OrganizationsServiceService.listOrganizations, () =>
      Promise.resolve({ organizations: [] }),
    );
    expect(await send(gateway, 'GET /v2/organizations')).toMatchObject({
      status: 200,
      body: { data: [], total: 0 },
    });
  });

  it('are changed in name and slug; the service is told of what else was tried', async () => {
    const calls = gateway.record(OrganizationsServiceService.updateOrganization);
    const path = `PUT /v2/organizations/${sample.id}`;
    expect(await send(gateway, path, { name: 'N' })).toMatchObject({ status: 200, body: organization });
    await send(gateway, path, { slug: 's', balance_cents: 1_000_000, modules: null, plan: {} });
    expect(calls.map(({ request }) => request)).toEqual([
      { name: 'N', slug: '', updateMask: ['name'] },
      {
        name: '',
        slug: 's',
        updateMask: expect.arrayContaining(['slug', 'modules', 'plan', 'balance_cents']) as string[],
      },
    ]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'N'.repeat(101) }, 'name'],
    [{ name: 'N\nBcc: eve@example.org' }, 'name'],
    [{ name: 'N\u2029' }, 'name'],
    [{ name: 'see https://evil.example' }, 'name'],
    [{ name: 'N', slug: 'Upper' }, 'slug'],
    [{ name: 'N', slug: '-edge' }, 'slug'],
    [{ name: 'N', currency: 'USD' }, 'currency'],
  ])('are neither created nor changed with %j', async (body, field) => {
    const refusal = { status: 400, body: { error: { code: 'VALIDATION_ERROR', details: { field } } } };
    expect(await send(gateway, 'POST /v2/organizations', body)).toMatchObject(refusal);
    expect(await send(gateway, `PUT /v2/organizations/${sample.id}`, body)).toMatchObject(refusal);
  });
});
