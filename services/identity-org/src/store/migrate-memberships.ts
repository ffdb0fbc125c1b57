import type { Db } from 'mongodb';
import type { Membership } from '../domain/membership/membership.ts';
import { toMemberDocument } from './organization-document.ts';
import type { OrganizationDocument } from './organization-document.ts';
import { organizationCollection } from './organization-store.ts';
import type { UserDocument } from './user-document.ts';
import { userCollection } from './user-store.ts';

/** A membership as versions stored it that kept memberships in a collection of their own. */
interface EarlierMembership extends Omit<Membership, 'id'> {
  readonly _id: string;
  /** The user's id, in the user's default membership. */
  readonly defaultOf?: string;
}

/** Moves the documents of `memberships` into organizations and users. A start that was cut short is continued. */
export async function migrateMemberships(db: Db): Promise<void> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  if (!collections.some(({ name }) => name === 'memberships')) return;
  const memberships = db.collection<EarlierMembership>('memberships');
  for (const membership of await memberships.find().toArray()) {
    await migrate(db, membership);
    await memberships.deleteOne({ _id: membership._id });
  }
}

async function migrate(db: Db, { _id: id, defaultOf, ...fields }: EarlierMembership): Promise<void> {
  const { organizationId, userId } = fields;
  await db
    .collection<OrganizationDocument>(organizationCollection)
    .updateOne(
      { _id: organizationId, 'members.userId': { $ne: userId } },
      { $push: { members: toMemberDocument({ id, ...fields }) }, $inc: { memberCount: 1 } },
    );
  if (defaultOf === undefined) return;
  await db
    .collection<UserDocument>(userCollection)
    .updateOne(
      { _id: userId, defaultOrganizationId: { $exists: false } },
      { $set: { defaultOrganizationId: organizationId } },
    );
}
