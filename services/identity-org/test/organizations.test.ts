import type { OutgoingCall } from '@assay/chassis/call-context';
import { createConsumer } from '@assay/chassis/events/consumer';
import { ensureConsumer } from '@assay/chassis/events/durable';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';
import { Role } from '@assay/proto/access/v1/access';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../src/config.ts';
import { declareResources } from '../src/resources.ts';
import { startService } from '../src/service.ts';
import { callOf, principalOf } from './calls.ts';
import { seededKey, start } from './start.ts';

let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;

beforeAll(async () => {
  identity = await start();
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(() => identity.stop());

const create = async (name: string, slug = '') => {
  const { organization } = await identity.organizations.createOrganization(admin, { name, slug });
  if (organization === undefined) throw new Error('no organization');
  return organization;
};

describe('CreateOrganization', () => {
  it('makes the caller its admin and gives it the default modules', async () => {
    const organization = await create('Müller & Söhne');
    expect(organization).toMatchObject({
      name: 'Müller & Söhne',
      slug: 'muller-sohne',
      modules: ['content_verification', 'crowdsourcing'],
      plan: 'standard',
    });
    expect(await principalOf(identity, seededKey, organization.id)).toMatchObject({ role: Role.ADMIN });
  });

  it('publishes OrganizationCreated and leaves nothing in the outbox', async () => {
    const heard: OrganizationCreated[] = [];
    const durable = {
      stream: 'ORGANIZATIONS',
      durable: 'test__on-organization-created',
      message: OrganizationCreated,
      ackWaitMs: 30_000,
    };
    await ensureConsumer(identity.events, durable);
    const consumer = createConsumer({
      connection: identity.events,
      ...durable,
      handle: ({ value }) => Promise.resolve(void heard.push(value)),
      concurrency: 1,
      metrics: createMetrics('test'),
      logger: createLogger({ name: 'test', level: 'silent' }),
    });
    consumer.start();
    const { id } = await create('Published');
    await eventually(() => {
      expect(heard).toContainEqual({ organizationId: id, name: 'Published' });
    });
    await eventually(async () => {
      const waiting = { 'outbox.occurredAt': { $gt: new Date(0) } };
      expect(await identity.db.collection('organizations').countDocuments(waiting)).toBe(0);
    });
    await consumer.stop();
  });

  it('refuses a chosen slug that is taken and makes nothing', async () => {
    await create('First', 'taken');
    const before = await identity.db.collection('organizations').countDocuments();
    await expect(create('Second', 'taken')).rejects.toMatchObject({
      status: 'ALREADY_EXISTS',
      reason: 'SLUG_TAKEN',
    });
    expect(await identity.db.collection('organizations').countDocuments()).toBe(before);
  });

  it('gives organizations of the same name different slugs, however many are made at once', async () => {
    const slugs = await Promise.all(Array.from({ length: 8 }, async () => (await create('Same name')).slug));
    expect(new Set(slugs).size).toBe(8);
    expect(slugs.every((slug) => slug.startsWith('same-name'))).toBe(true);
  });

  it.each([
    ['name', ' ', ''],
    ['name', 'x'.repeat(101), ''],
    ['name', 'Line\nbreak', ''],
    ['name', 'Line\u2028separator', ''],
    ['name', 'Paragraph\u2029separator', ''],
    ['name', 'NUL\0', ''],
    ['name', 'Escape\u009b', ''],
    ['name', 'You won: https://evil.example', ''],
    ['slug', 'x', 'Not A Slug'],
    ['slug', 'x', '-x'],
    ['slug', 'x', 'x'.repeat(61)],
  ])('names the bad field %s', async (field, name, slug) => {
    await expect(create(name, slug)).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });
});

describe('seeding', () => {
  const prepare = (config: Config) => prepareService(declareResources(config), config);
  const counts = async () =>
    await Promise.all(
      ['users', 'organizations', 'api_keys'].map((name) => identity.db.collection(name).countDocuments({})),
    );

  it('makes an admin of a local organization', async () => {
    const principal = await principalOf(identity, seededKey);
    expect(principal).toMatchObject({ role: Role.ADMIN, expiresAt: undefined });
    expect(
      await identity.db.collection('organizations').findOne({ slug: 'local-organization' }),
    ).toMatchObject({
      _id: principal.organizationId,
      plan: 'local',
    });
  });

  it('changes nothing when the service is prepared again, several times at once', async () => {
    const before = await counts();
    await Promise.all([1, 2, 3].map(() => prepare(identity.config)));
    expect(await counts()).toEqual(before);
  });

  it('adds a key when the seeded key changes, and the old one goes on working', async () => {
    const seedApiKey = `${seededKey}-changed`;
    await prepare({ ...identity.config, seedApiKey });
    const { userId } = await principalOf(identity, seededKey);
    expect(await principalOf(identity, seedApiKey)).toMatchObject({ userId, role: Role.ADMIN });
  });

  it('finishes what a command that died had begun', async () => {
    const { organizationId } = await principalOf(identity, seededKey);
    await identity.db.collection('organizations').deleteMany({});
    await prepare(identity.config);
    expect((await principalOf(identity, seededKey)).organizationId).toBe(organizationId);
  });

  it('seeds an empty database once when several commands run together, and never when the service starts', async () => {
    const config = { ...identity.config, mongodbDatabase: `${identity.platform.database}_x` };
    await prepare({ ...config, seedApiKey: undefined });
    const started = await startService(config);
    const fresh = identity.platform.connect(started.grpcAddress);
    const authentication = fresh.client(AuthenticationServiceService);
    await expect(principalOf({ authentication }, seededKey)).rejects.toThrow();
    await Promise.all([1, 2, 3].map(() => prepare(config)));
    expect(await principalOf({ authentication }, seededKey)).toMatchObject({ role: Role.ADMIN });
    fresh.close();
    await started.stop();
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
