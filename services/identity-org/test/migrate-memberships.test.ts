import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { Role } from '@assay/proto/access/v1/access';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateMemberships } from '../src/store/organization/migrate-memberships.ts';
import { createOrganizationStore } from '../src/store/organization/organization-store.ts';

interface Stored {
  readonly _id: string;
  readonly [field: string]: unknown;
}

const day = 86_400_000;
const userId = newId();
const first = newId();
const second = newId();
let mongo: MongoConnection;

/** What a version that kept memberships in a collection of their own had written. */
async function writeEarlierData(): Promise<void> {
  const at = (days: number) => ({ createdAt: new Date(days * day), updatedAt: new Date(days * day) });
  const common = { slug: newId(), modules: [], plan: 'local', createdById: userId };
  const stored = (collection: string) => mongo.db.collection<Stored>(collection);
  await stored('organizations').insertMany([
    { _id: first, name: 'First', ...common, slug: 'first', ...at(1) },
    { _id: second, name: 'Second', ...common, slug: 'second', ...at(2) },
  ]);
  await stored('users').insertOne({ _id: userId, email: 'ada@example.org', name: 'Ada', ...at(1) });
  await stored('memberships').insertMany([
    { _id: newId(), userId, organizationId: first, role: Role.ADMIN, ...at(1) },
    { _id: newId(), userId, organizationId: second, role: Role.VIEWER, defaultOf: userId, ...at(2) },
  ]);
}

beforeAll(async () => {
  const { database } = createTestPlatform();
  mongo = await connectMongo({ uri: inject('servers').mongodb.uri, database, appName: 'test' });
});
afterAll(() => mongo.close());

describe('memberships of an earlier version', () => {
  it('are nothing to care about where there are none', async () => {
    await migrateMemberships(mongo.db);
    expect(await mongo.db.listCollections().toArray()).toEqual([]);
  });

  it('are moved once, each with its role, and the default stays the default', async () => {
    await writeEarlierData();
    await Promise.all([migrateMemberships(mongo.db), migrateMemberships(mongo.db)]);
    await migrateMemberships(mongo.db);
    const store = createOrganizationStore(mongo.db, { notify: () => undefined });
    expect(await store.listMemberships(userId)).toMatchObject([
      { organizationId: first, role: Role.ADMIN },
      { organizationId: second, role: Role.VIEWER },
    ]);
    const organizations = await mongo.db.collection('organizations').find().toArray();
    expect(organizations.map(({ memberCount }) => memberCount as number)).toEqual([1, 1]);
    const user = await mongo.db.collection<Stored>('users').findOne({ _id: userId });
    expect(user?.['defaultOrganizationId']).toBe(second);
    expect(await mongo.db.collection('memberships').countDocuments()).toBe(0);
  });
});
