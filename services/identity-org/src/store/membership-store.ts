import type { Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Membership } from '../domain/membership.ts';

interface MembershipDocument extends Omit<Membership, 'id' | 'isDefault'> {
  readonly _id: string;
  /** The user's id in the default membership alone, so that a sparse unique index allows one per user. */
  readonly defaultOf?: string;
}

export interface MembershipStore {
  /** Adds it; it is the user's default when the user had none. */
  add(membership: Omit<Membership, 'isDefault'>): Promise<void>;
  /** The user's default membership; the given one becomes it when there is none. */
  ensureDefault(membership: Membership): Promise<Membership>;
  find(userId: string, organizationId: string): Promise<Membership | undefined>;
  findDefault(userId: string): Promise<Membership | undefined>;
  /** Those of the given organizations the user belongs to. */
  organizationIdsOf(userId: string, organizationIds: readonly string[]): Promise<readonly string[]>;
  remove(organizationId: string, membershipId: string): Promise<void>;
}

export const membershipIndexes: readonly IndexSpec[] = [
  { key: { userId: 1, organizationId: 1 }, unique: true },
  { key: { defaultOf: 1 }, unique: true, sparse: true },
];

export function createMembershipStore(db: Db): MembershipStore {
  const memberships = db.collection<MembershipDocument>('memberships');

  async function findDefault(userId: string): Promise<Membership | undefined> {
    const found = await memberships.findOne({ defaultOf: userId });
    return found === null ? undefined : toMembership(found);
  }

  return {
    async add(membership) {
      try {
        await memberships.insertOne(toDocument({ ...membership, isDefault: true }));
      } catch (error) {
        if (!isDuplicateKey(error) || (await findDefault(membership.userId)) === undefined) throw error;
        await memberships.insertOne(toDocument({ ...membership, isDefault: false }));
      }
    },
    async ensureDefault(membership) {
      try {
        await memberships.insertOne(toDocument(membership));
        return membership;
      } catch (error) {
        const existing = isDuplicateKey(error) ? await findDefault(membership.userId) : undefined;
        if (existing === undefined) throw error;
        return existing;
      }
    },
    async find(userId, organizationId) {
      const found = await memberships.findOne({ userId, organizationId });
      return found === null ? undefined : toMembership(found);
    },
    findDefault,
    async organizationIdsOf(userId, organizationIds) {
      const found = memberships.find({ userId, organizationId: { $in: [...organizationIds] } });
      return (await found.toArray()).map(({ organizationId }) => organizationId);
    },
    async remove(organizationId, membershipId) {
      await memberships.deleteOne({ _id: membershipId, organizationId });
    },
  };
}

function toDocument({ id, isDefault, ...fields }: Membership): MembershipDocument {
  return { _id: id, ...fields, ...(isDefault ? { defaultOf: fields.userId } : {}) };
}

function toMembership({ _id, defaultOf, ...fields }: MembershipDocument): Membership {
  return { id: _id, ...fields, isDefault: defaultOf !== undefined };
}
