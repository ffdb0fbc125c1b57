import type { AuditedCall } from '@assay/chassis/audit';
import { actionAudited } from '@assay/chassis/events/audit';
import type { Collection, Db } from 'mongodb';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import { Role } from '@assay/proto/access/v1/access';
import type { Membership } from '../domain/membership/membership.ts';
import { toMemberDocument, toMembership } from './organization-document.ts';
import type { OrganizationDocument } from './organization-document.ts';
import { organizationCollection } from './organization-store.ts';

/** Memberships live in the documents of their organizations. Every change publishes ActionAudited. */
export interface MembershipStore {
  /**
   * Resolves to the existing membership when the user is a member already; undefined: there is no such organization;
   * `full`: it has `maxMembers`.
   */
  add(
    call: AuditedCall,
    membership: Membership,
    maxMembers: number,
  ): Promise<Membership | 'full' | undefined>;
  find(userId: string, organizationId: string): Promise<Membership | undefined>;
  /** The memberships of an organization, oldest first. */
  list(organizationId: string): Promise<readonly Membership[]>;
  /** The memberships of a user, oldest first. */
  listOf(userId: string): Promise<readonly Membership[]>;
  /** The given organizations, as far as the user belongs to them. */
  organizationIdsOf(userId: string, organizationIds: readonly string[]): Promise<readonly string[]>;
  /** False, and nothing changed: the user is no member, or is the last admin and would no longer be one. */
  setRole(call: AuditedCall, change: MemberChange & { readonly role: Role }): Promise<boolean>;
  /** False, and nothing changed: the user is no member, or the last admin. */
  remove(call: AuditedCall, change: MemberChange): Promise<boolean>;
}

export interface MemberChange {
  readonly organizationId: string;
  readonly userId: string;
  readonly at: Date;
}

export function createMembershipStore(db: Db, relay: Pick<Relay, 'notify'>): MembershipStore {
  const organizations = db.collection<OrganizationDocument>(organizationCollection);
  const write = createOutboxWriter(organizations, relay);
  return {
    ...createReads(organizations),
    async add(call, membership, maxMembers) {
      const { organizationId, userId, createdAt: at } = membership;
      const filter = {
        _id: organizationId,
        'members.userId': { $ne: userId },
        memberCount: { $lt: maxMembers },
      };
      const { $push: events, ...since } = audited(call, 'member.join', membership, at);
      const $push = { members: toMemberDocument(membership), ...events };
      if (await write(filter, { $push, ...since, $inc: { memberCount: 1 } })) return membership;
      const found = await organizations.findOne({ _id: organizationId }, { projection: onlyMember(userId) });
      const [existing] = found?.members ?? [];
      if (existing !== undefined) return toMembership(existing, organizationId);
      return found === null ? undefined : 'full';
    },
    setRole(call, { role, at, ...member }) {
      const filter = role === Role.ADMIN ? memberOf(member) : { ...memberOf(member), ...otherAdmin(member) };
      const $set = { 'members.$[changed].role': role, 'members.$[changed].updatedAt': at };
      const events = audited(call, 'member.role_change', member, at);
      const arrayFilters = [{ 'changed.userId': member.userId }];
      return write(filter, { $set, ...events }, { arrayFilters });
    },
    remove(call, { at, ...member }) {
      const filter = { ...memberOf(member), ...otherAdmin(member) };
      const $pull = { members: { userId: member.userId } };
      const events = audited(call, 'member.remove', member, at);
      return write(filter, { $pull, ...events, $inc: { memberCount: -1 } });
    },
  };
}

type MemberId = Pick<MemberChange, 'organizationId' | 'userId'>;

function memberOf({ organizationId, userId }: MemberId) {
  return { _id: organizationId, 'members.userId': userId };
}

/** The condition that keeps the last admin of an organization, also when other members change at the same time. */
function otherAdmin({ userId }: MemberId) {
  return { members: { $elemMatch: { role: Role.ADMIN, userId: { $ne: userId } } } };
}

function audited(call: AuditedCall, action: string, { organizationId, userId }: MemberId, at: Date) {
  const change = { action, targetType: 'user', targetId: userId, organizationId, at };
  return appendEvents(actionAudited(call, change));
}

type Reads = Pick<MembershipStore, 'find' | 'list' | 'listOf' | 'organizationIdsOf'>;

function onlyMember(userId: string) {
  return { members: { $elemMatch: { userId } } };
}

function createReads(organizations: Collection<OrganizationDocument>): Reads {
  const memberships = (found: readonly Pick<OrganizationDocument, '_id' | 'members'>[]): Membership[] =>
    found
      .flatMap(({ _id, members }) => members.map((member) => toMembership(member, _id)))
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return {
    async find(userId, organizationId) {
      const filter = { _id: organizationId, 'members.userId': userId };
      const found = await organizations.findOne(filter, { projection: onlyMember(userId) });
      return found === null ? undefined : memberships([found])[0];
    },
    async list(organizationId) {
      const found = await organizations.findOne({ _id: organizationId }, { projection: { members: 1 } });
      return found === null ? [] : memberships([found]);
    },
    async listOf(userId) {
      return memberships(
        await organizations.find({ 'members.userId': userId }, { projection: onlyMember(userId) }).toArray(),
      );
    },
    async organizationIdsOf(userId, organizationIds) {
      const filter = { _id: { $in: [...organizationIds] }, 'members.userId': userId };
      const found = organizations.find(filter, { projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    },
  };
}
