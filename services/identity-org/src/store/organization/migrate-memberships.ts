import type { Db } from 'mongodb';
import type { Membership } from '../../domain/membership/membership.ts';
import { createUserStore } from '../user-store.ts';
import { createOrganizationStore } from './organization-store.ts';

/** A membership of an earlier version, which kept them in a collection of their own. */
interface EarlierMembership extends Omit<Membership, 'id'> {
  readonly _id: string;
  /** The user's id, in the user's default membership. */
  readonly defaultOf?: string;
}

/** Moves the documents of `memberships` into organizations and users. A repeated run continues an interrupted one. */
export async function migrateMemberships(db: Db): Promise<void> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  if (!collections.some(({ name }) => name === 'memberships')) return;
  const relay = { notify: () => undefined };
  const organizations = createOrganizationStore(db, relay);
  const users = createUserStore(db, relay);
  const memberships = db.collection<EarlierMembership>('memberships');
  for (const { _id, defaultOf, ...fields } of await memberships.find().toArray()) {
    await organizations.importMember({ id: _id, ...fields });
    if (defaultOf !== undefined) await users.importDefaultOrganization(fields.userId, fields.organizationId);
    await memberships.deleteOne({ _id });
  }
}
