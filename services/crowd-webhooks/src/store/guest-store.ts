import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { Guest } from '../domain/crowd/guest/guest.ts';
import type { ProfileChanges, WorkerProfile } from '../domain/crowd/worker/worker-profile.ts';
import { toProfile, toProfileFields } from './profile-fields.ts';
import type { ProfileFields } from './profile-fields.ts';

export const guestCollection = 'guests';

/** A token names its guest before an organization is known, so its index does not begin with one. */
export const guestIndexes: readonly IndexSpec[] = [
  { key: { tokenSha256: 1 }, unique: true },
  { key: { organizationId: 1, jobId: 1 } },
];

interface GuestDocument extends Omit<Guest, 'id' | 'profile'>, ProfileFields {
  readonly _id: string;
}

export interface GuestStore {
  insert(guest: Guest): Promise<void>;
  /** Finds the guest of a token that has not expired. */
  findByToken(tokenSha256: string, now: Date): Promise<Guest | undefined>;
  noteUse(
    guest: Pick<Guest, 'id' | 'organizationId'>,
    use: Pick<Guest, 'usedAt' | 'expiresAt'>,
  ): Promise<void>;
  /** Finds a guest, also when its token has expired. */
  find(organizationId: string, guestId: string): Promise<Guest | undefined>;
  /** Finds the guests that exist, also those whose token has expired. */
  findMany(organizationId: string, guestIds: readonly string[]): Promise<readonly Guest[]>;
  /** Returns the changed profile; undefined: the guest does not exist. */
  updateProfile(
    organizationId: string,
    guestId: string,
    changes: ProfileChanges,
  ): Promise<WorkerProfile | undefined>;
  removeOfJobs(organizationId: string, jobIds: readonly string[]): Promise<void>;
}

export function createGuestStore(db: Db): GuestStore {
  const collection = db.collection<GuestDocument>(guestCollection);
  return {
    async insert({ id, profile, ...fields }) {
      await collection.insertOne({ _id: id, ...fields, ...toProfileFields(profile) });
    },
    async findByToken(tokenSha256, now) {
      return toDomain(await collection.findOne({ tokenSha256, expiresAt: { $gt: now } }));
    },
    async noteUse({ id, organizationId }, { usedAt, expiresAt }) {
      // Two processes can note a use at the same time. The later one stays.
      const filter = { _id: id, organizationId, usedAt: { $lt: usedAt } };
      await collection.updateOne(filter, { $set: { usedAt, expiresAt } });
    },
    async find(organizationId, guestId) {
      return toDomain(await collection.findOne({ _id: guestId, organizationId }));
    },
    async findMany(organizationId, ids) {
      const documents = await collection.find({ _id: { $in: [...ids] }, organizationId }).toArray();
      return documents.flatMap((document) => toDomain(document) ?? []);
    },
    async updateProfile(organizationId, guestId, changes) {
      const filter = { _id: guestId, organizationId };
      const change = { $set: toProfileFields(changes) };
      const changed = await collection.findOneAndUpdate(filter, change, { returnDocument: 'after' });
      return changed === null ? undefined : toProfile(changed);
    },
    async removeOfJobs(organizationId, jobIds) {
      await removeInBatches(collection, { organizationId, jobId: { $in: [...jobIds] } });
    },
  };
}

function toDomain(document: GuestDocument | null): Guest | undefined {
  if (document === null) return undefined;
  const { _id, language, country, ...fields } = document;
  return { id: _id, ...fields, profile: toProfile({ language, country }) };
}
