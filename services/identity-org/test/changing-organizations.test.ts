import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization } from '../src/domain/organization/create-organization.ts';
import { setModules } from '../src/domain/organization/set-modules.ts';
import { createApiKeyStore } from '../src/store/api-key-store.ts';
import { createOrganizationStore } from '../src/store/organization/organization-store.ts';
import { callOf, principalOf, receivedCall } from './calls.ts';
import { callWithKey } from './create-key.ts';
import { seededKey, start } from './start.ts';

let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;

beforeAll(async () => {
  identity = await start();
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(() => identity.stop());

const silent = { notify: () => undefined };

async function newOrganization(name = 'Newsroom'): Promise<OutgoingCall> {
  const { organization } = await identity.organizations.createOrganization(admin, { name, slug: '' });
  return { ...admin, organizationId: organization?.id ?? '' };
}

const update = (by: OutgoingCall, change: { name?: string; slug?: string; modules?: string[] }) =>
  identity.organizations.updateOrganization(by, {
    name: change.name ?? '',
    slug: change.slug ?? '',
    updateMask: Object.keys(change),
  });

describe('the list of organizations', () => {
  it('has those of the caller, oldest first, and of them what the key reaches', async () => {
    const first = await newOrganization('One');
    const second = await newOrganization('Two');
    await identity.organizations.createOrganization(callBy(), { name: 'Foreign', slug: '' });
    const idsOf = async (by: OutgoingCall) =>
      (await identity.organizations.listOrganizations(by, {})).organizations.map(({ id }) => id);
    expect(await idsOf(admin)).toEqual([admin.organizationId, first.organizationId, second.organizationId]);
    const limited = await callWithKey(identity, admin, { organizationIds: [second.organizationId] });
    expect(await idsOf(limited)).toEqual([second.organizationId]);
    expect(await idsOf(callBy())).toEqual([]);
  });
});

describe('a change of an organization', () => {
  it('touches only what it names, and frees the slug it leaves', async () => {
    const owner = await newOrganization();
    const before = await identity.organizations.getOrganization(owner, {});
    const { organization } = await update(owner, { slug: 'desk-one' });
    expect(organization).toMatchObject({ name: 'Newsroom', slug: 'desk-one' });
    expect((await update(owner, {})).organization).toEqual(organization);
    await update(owner, { slug: 'desk-two', name: 'Desk' });
    const other = await newOrganization();
    await expect(update(other, { slug: 'desk-two' })).rejects.toMatchObject({ reason: 'SLUG_TAKEN' });
    expect((await update(other, { slug: 'desk-one' })).organization?.slug).toBe('desk-one');
    expect(before.organization?.slug).not.toBe('desk-one');
  });

  it('names the bad field, and refuses fields nobody can set', async () => {
    const owner = await newOrganization();
    await expect(update(owner, { name: '' })).rejects.toMatchObject({ details: { field: 'name' } });
    await expect(update(owner, { slug: 'Not A Slug' })).rejects.toMatchObject({ details: { field: 'slug' } });
    await expect(update(owner, { name: 'x', modules: [] })).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
      details: { field: 'modules' },
    });
    expect((await identity.organizations.getOrganization(owner, {})).organization?.name).toBe('Newsroom');
  });
});

describe('a new organization', () => {
  it('cannot be made with a key that would not reach it', async () => {
    const limited = await callWithKey(identity, admin, { organizationIds: [admin.organizationId] });
    await expect(
      identity.organizations.createOrganization(limited, { name: 'Another', slug: '' }),
    ).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  it('is the one an attempt under the same idempotency key made before it died', async () => {
    const deps = {
      apiKeys: createApiKeyStore(identity.db, silent),
      organizations: createOrganizationStore(identity.db, silent),
      clock: identity.clock,
      invalidateCredentials: () => Promise.resolve(),
    };
    const call = receivedCall(admin, 'made twice');
    const input = { name: 'Twice', slug: 'twice' };
    expect((await createOrganization(deps, call, input)).id).toBe(
      (await createOrganization(deps, call, input)).id,
    );
    expect(await identity.db.collection('organizations').countDocuments({ slug: 'twice' })).toBe(1);
  });
});

describe('modules', () => {
  it('are decided by operators, and everybody in the organization is looked up again', async () => {
    const owner = await newOrganization();
    const stale: string[][] = [];
    const deps = {
      organizations: createOrganizationStore(identity.db, silent),
      clock: identity.clock,
      invalidateCredentials: ({ organizationIds }: { organizationIds: string[] }) => {
        stale.push(organizationIds);
        return Promise.resolve();
      },
    };
    await setModules(deps, owner.organizationId, ['crowdsourcing']);
    const { modules } = await principalOf(identity, seededKey, owner.organizationId);
    expect(modules).toEqual(['crowdsourcing']);
    expect(stale).toEqual([[owner.organizationId]]);
    await expect(setModules(deps, owner.organizationId, ['everything'])).rejects.toMatchObject({
      details: { field: 'modules' },
    });
    await expect(setModules(deps, newId(), [])).rejects.toMatchObject({ status: 'NOT_FOUND' });
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
