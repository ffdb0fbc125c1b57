import type { AuditedCall } from '@assay/chassis/audit';
import { actionAudited } from '@assay/chassis/events/audit';
import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import type { User } from '../domain/user/user.ts';
import { toDocument, toUser } from './user-document.ts';
import type { UserDocument } from './user-document.ts';

export interface UserStore {
  /** The user with this address; the given one is inserted when there is none. */
  ensure(user: User): Promise<User>;
  /** The user with this id. When there is none the given one is inserted, without an address that another user has. */
  ensureById(user: User): Promise<User>;
  find(userId: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<User | undefined>;
  findMany(userIds: readonly string[]): Promise<readonly User[]>;
  /** Gives a user without an address this one; changes nothing when the user has one, or another user has it. */
  addEmail(userId: string, email: string, at: Date): Promise<void>;
  /** Publishes ActionAudited; undefined: there is no such user. */
  update(call: AuditedCall, userId: string, change: UserChange): Promise<User | undefined>;
  /** Sets the default organization of an earlier version, without an event, unless the user has one. */
  importDefaultOrganization(userId: string, organizationId: string): Promise<void>;
  /** Sets it to the organization of the call and publishes ActionAudited. */
  setDefaultOrganization(call: AuditedCall, userId: string, at: Date): Promise<void>;
}

export interface UserChange {
  readonly name?: string;
  readonly locale?: string;
  readonly at: Date;
}

export const userCollection = 'users';

export const userIndexes: readonly IndexSpec[] = [
  { key: { email: 1 }, name: 'email_if_known', unique: true, sparse: true },
  ...outboxIndexes,
];

const own = { projection: withoutOutbox } as const;
const after = { returnDocument: 'after', ...own } as const;

export function createUserStore(db: Db, relay: Pick<Relay, 'notify'>): UserStore {
  const users = db.collection<UserDocument>(userCollection);
  const write = createOutboxWriter(users, relay);
  return {
    ...createUserInserts(users),
    find: (userId) => findOne(users, { _id: userId }),
    findByEmail: (email) => findOne(users, { email }),
    async findMany(userIds) {
      const found = await users.find({ _id: { $in: [...userIds] } }, own).toArray();
      return found.map(toUser);
    },
    async addEmail(userId, email, at) {
      try {
        await users.updateOne({ _id: userId, email: { $exists: false } }, { $set: { email, updatedAt: at } });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    async update(call, userId, { at, ...fields }) {
      const change = { action: 'user.update', targetType: 'user', targetId: userId, at, organizationId: '' };
      const events = appendEvents(actionAudited(call, change));
      const update = { $set: { ...fields, updatedAt: at }, ...events };
      const updated = await users.findOneAndUpdate({ _id: userId }, update, after);
      if (updated === null) return undefined;
      relay.notify(userCollection, userId);
      return toUser(updated);
    },
    async importDefaultOrganization(userId, organizationId) {
      await users.updateOne(
        { _id: userId, defaultOrganizationId: { $exists: false } },
        { $set: { defaultOrganizationId: organizationId } },
      );
    },
    async setDefaultOrganization(call, userId, at) {
      const $set = { defaultOrganizationId: call.organizationId, updatedAt: at };
      const change = { action: 'user.default_organization', targetType: 'user', targetId: userId, at };
      const events = appendEvents(actionAudited(call, change));
      await write({ _id: userId }, { $set, ...events });
    },
  };
}

function createUserInserts(users: Collection<UserDocument>): Pick<UserStore, 'ensure' | 'ensureById'> {
  return {
    ensure: async (user) => toUser(await insertOrFind(users, toDocument(user), { email: user.email })),
    async ensureById(user) {
      if (await insertNew(users, toDocument(user))) return user;
      return toUser(await insertOrFind(users, toDocument({ ...user, email: '' })));
    },
  };
}

async function findOne(
  users: Collection<UserDocument>,
  filter: { _id: string } | { email: string },
): Promise<User | undefined> {
  const found = await users.findOne(filter, own);
  return found === null ? undefined : toUser(found);
}
