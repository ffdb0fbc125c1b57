import type { AuditedCall } from '@assay/chassis/audit';
import { actionAudited } from '@assay/chassis/events/audit';
import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, newOutbox, outboxIndexes } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { Membership } from '../../domain/membership/membership.ts';
import type { Organization } from '../../domain/organization/organization.ts';
import { organizationCreated } from '../../events/organization-events.ts';
import { createMembers } from './members.ts';
import type { Members } from './members.ts';
import { organizationOnly, toMemberDocument, toMembership, toOrganization } from './organization-document.ts';
import type { OrganizationDocument } from './organization-document.ts';

export interface OrganizationStore extends Members {
  /**
   * Inserts an organization with its first admin and publishes OrganizationCreated; false: the id or the slug is taken.
   */
  insert(call: AuditedCall, organization: Organization, admin: Membership): Promise<boolean>;
  find(organizationId: string): Promise<Organization | undefined>;
  /** The organization as one of its members sees it; undefined for anybody else. */
  findOfMember(userId: string, organizationId: string): Promise<OrganizationOfMember | undefined>;
  /** The organizations the user belongs to, oldest first. */
  listOfMember(userId: string): Promise<readonly Organization[]>;
  /** Counts one more invitation on a day such as `2026-01-31`; false, and nothing counted: there are `limit` already. */
  countInvitation(organizationId: string, day: string, limit: number): Promise<boolean>;
  /** Undefined: there is no such organization; `taken`: another organization has the slug. */
  update(call: AuditedCall, change: OrganizationChange): Promise<Organization | 'taken' | undefined>;
}

export interface OrganizationOfMember {
  readonly organization: Organization;
  readonly membership: Membership;
}

export interface OrganizationChange {
  readonly organizationId: string;
  readonly fields: Partial<Pick<Organization, 'name' | 'slug' | 'modules'>>;
  readonly at: Date;
}

export const organizationCollection = 'organizations';

export const organizationIndexes: readonly IndexSpec[] = [
  { key: { slug: 1 }, unique: true },
  { key: { 'members.userId': 1, createdAt: 1, _id: 1 } },
  ...outboxIndexes,
];

export function createOrganizationStore(db: Db, relay: Pick<Relay, 'notify'>): OrganizationStore {
  const organizations = db.collection<OrganizationDocument>(organizationCollection);
  return {
    ...createMembers(organizations, relay),
    async insert(call, organization, admin) {
      const { id, createdAt: at, ...fields } = organization;
      const created = { action: 'organization.create', targetType: 'organization', targetId: id };
      const outbox = newOutbox(
        organizationCreated(call, organization),
        actionAudited(call, { ...created, at, organizationId: id }),
      );
      const members = [toMemberDocument(admin)];
      const isNew = await insertNew(organizations, { _id: id, ...fields, createdAt: at, members, ...outbox });
      if (isNew) relay.notify(organizationCollection, id);
      return isNew;
    },
    async find(organizationId) {
      const found = await organizations.findOne({ _id: organizationId }, { projection: organizationOnly });
      return found === null ? undefined : toOrganization(found);
    },
    async findOfMember(userId, organizationId) {
      const filter = { _id: organizationId, 'members.userId': userId };
      const found = await organizations.findOne(filter, { projection: onlyMember(userId) });
      const [member] = found?.members ?? [];
      if (found === null || member?.userId !== userId) return undefined;
      return { organization: toOrganization(found), membership: toMembership(member, organizationId) };
    },
    async listOfMember(userId) {
      const found = organizations.find({ 'members.userId': userId }, { projection: organizationOnly });
      return (await found.sort({ createdAt: 1, _id: 1 }).toArray()).map(toOrganization);
    },
    countInvitation: (organizationId, day, limit) =>
      countInvitation(organizations, organizationId, { day, limit }),
    async update(call, { organizationId, fields, at }) {
      const change = { action: 'organization.update', targetType: 'organization', targetId: organizationId };
      const events = appendEvents(actionAudited(call, { ...change, at, organizationId }));
      const update = { $set: { ...fields, updatedAt: at }, ...events };
      const options = { returnDocument: 'after', projection: organizationOnly } as const;
      try {
        const updated = await organizations.findOneAndUpdate({ _id: organizationId }, update, options);
        if (updated === null) return undefined;
        relay.notify(organizationCollection, organizationId);
        return toOrganization(updated);
      } catch (error) {
        if (isDuplicateKey(error)) return 'taken';
        throw error;
      }
    },
  };
}

async function countInvitation(
  organizations: Collection<OrganizationDocument>,
  _id: string,
  { day, limit }: { readonly day: string; readonly limit: number },
): Promise<boolean> {
  const isCounted = async () => {
    const open = { _id, 'invited.day': day, 'invited.count': { $lt: limit } };
    return (await organizations.updateOne(open, { $inc: { 'invited.count': 1 } })).matchedCount === 1;
  };
  if (await isCounted()) return true;
  const first = { $set: { invited: { day, count: 1 } } };
  const { matchedCount } = await organizations.updateOne({ _id, 'invited.day': { $ne: day } }, first);
  // Somebody else may just have begun the day.
  if (matchedCount === 1 || (await isCounted())) return true;
  const full = { _id, 'invited.day': day, 'invited.count': { $gte: limit } };
  return (await organizations.findOne(full, { projection: { _id: 1 } })) === null;
}

/** The organization's own fields and, of its members, this user alone. */
function onlyMember(userId: string) {
  return {
    ...Object.fromEntries(ownFields.map((field) => [field, 1])),
    members: { $elemMatch: { userId } },
  };
}

const ownFields = [
  'name',
  'slug',
  'modules',
  'plan',
  'createdById',
  'memberCount',
  'createdAt',
  'updatedAt',
] as const;
