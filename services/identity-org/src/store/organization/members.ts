import type { AuditedCall } from '@assay/chassis/audit';
import { actionAudited } from '@assay/chassis/events/audit';
import type { Collection } from 'mongodb';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import { Role } from '@assay/proto/access/v1/access';
import type { Membership } from '../../domain/membership/membership.ts';
import { toMemberDocument, toMembership } from './organization-document.ts';
import type { OrganizationDocument } from './organization-document.ts';

/** The members, which are part of the documents of their organizations. Every change publishes ActionAudited. */
export interface Members {
  /**
   * Adds a member, and returns the membership: the existing one when the user is a member already, undefined when the
   * organization does not exist, `full` when it has `maxMembers`.
   */
  addMember(
    call: AuditedCall,
    membership: Membership,
    maxMembers: number,
  ): Promise<Membership | 'full' | undefined>;
  /** Adds the membership of an earlier version, without an event; a member keeps the present one. */
  importMember(membership: Membership): Promise<void>;
  findMember(userId: string, organizationId: string): Promise<Membership | undefined>;
  /** Lists the members of an organization, oldest first. */
  listMembers(organizationId: string): Promise<readonly Membership[]>;
  /** Lists the memberships of a user, oldest first. */
  listMemberships(userId: string): Promise<readonly Membership[]>;
  /** Returns those of the organizations that the user belongs to. */
  listJoinedIds(userId: string, organizationIds: readonly string[]): Promise<readonly string[]>;
  /** Changes the role of a member; false when the user is not a member, or is the last admin and would not be one any more. */
  setMemberRole(call: AuditedCall, change: MemberChange & { readonly role: Role }): Promise<boolean>;
  /** Removes a member; false when the user is not a member, or is the last admin. */
  removeMember(call: AuditedCall, change: MemberChange): Promise<boolean>;
}

export interface MemberChange {
  readonly organizationId: string;
  readonly userId: string;
  readonly at: Date;
}

export function createMembers(
  organizations: Collection<OrganizationDocument>,
  relay: Pick<Relay, 'notify'>,
): Members {
  const write = createOutboxWriter(organizations, relay);
  return {
    ...createReads(organizations),
    async importMember(membership) {
      await organizations.updateOne(
        { _id: membership.organizationId, 'members.userId': { $ne: membership.userId } },
        { $push: { members: toMemberDocument(membership) }, $inc: { memberCount: 1 } },
      );
    },
    async addMember(call, membership, maxMembers) {
      const { organizationId, userId, createdAt: at } = membership;
      const filter = {
        _id: organizationId,
        'members.userId': { $ne: userId },
        memberCount: { $lt: maxMembers },
      };
      const { $push: events, ...since } = audit(call, 'member.join', membership, at);
      const $push = { members: toMemberDocument(membership), ...events };
      if (await write(filter, { $push, ...since, $inc: { memberCount: 1 } })) return membership;
      const found = await organizations.findOne({ _id: organizationId }, { projection: onlyMember(userId) });
      const [existing] = found?.members ?? [];
      if (existing !== undefined) return toMembership(existing, organizationId);
      return found === null ? undefined : 'full';
    },
    setMemberRole(call, { role, at, ...member }) {
      const filter =
        role === Role.ADMIN ? matchMember(member) : { ...matchMember(member), ...matchOtherAdmin(member) };
      const $set = { 'members.$[changed].role': role, 'members.$[changed].updatedAt': at };
      const events = audit(call, 'member.role_change', member, at);
      const arrayFilters = [{ 'changed.userId': member.userId }];
      return write(filter, { $set, ...events }, { arrayFilters });
    },
    removeMember(call, { at, ...member }) {
      const filter = { ...matchMember(member), ...matchOtherAdmin(member) };
      const $pull = { members: { userId: member.userId } };
      const events = audit(call, 'member.remove', member, at);
      return write(filter, { $pull, ...events, $inc: { memberCount: -1 } });
    },
  };
}

type MemberId = Pick<MemberChange, 'organizationId' | 'userId'>;

function matchMember({ organizationId, userId }: MemberId) {
  return { _id: organizationId, 'members.userId': userId };
}

/** Matches only while another admin remains, so that concurrent changes cannot remove the last one. */
function matchOtherAdmin({ userId }: MemberId) {
  return { members: { $elemMatch: { role: Role.ADMIN, userId: { $ne: userId } } } };
}

function audit(call: AuditedCall, action: string, { organizationId, userId }: MemberId, at: Date) {
  const change = { action, targetType: 'user', targetId: userId, organizationId, at };
  return appendEvents(actionAudited(call, change));
}

type Reads = Pick<Members, 'findMember' | 'listMembers' | 'listMemberships' | 'listJoinedIds'>;

function onlyMember(userId: string) {
  return { members: { $elemMatch: { userId } } };
}

function createReads(organizations: Collection<OrganizationDocument>): Reads {
  const memberships = (found: readonly Pick<OrganizationDocument, '_id' | 'members'>[]): Membership[] =>
    found
      .flatMap(({ _id, members }) => members.map((member) => toMembership(member, _id)))
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return {
    async findMember(userId, organizationId) {
      const filter = { _id: organizationId, 'members.userId': userId };
      const found = await organizations.findOne(filter, { projection: onlyMember(userId) });
      return found === null ? undefined : memberships([found])[0];
    },
    async listMembers(organizationId) {
      const found = await organizations.findOne({ _id: organizationId }, { projection: { members: 1 } });
      return found === null ? [] : memberships([found]);
    },
    async listMemberships(userId) {
      return memberships(
        await organizations.find({ 'members.userId': userId }, { projection: onlyMember(userId) }).toArray(),
      );
    },
    async listJoinedIds(userId, organizationIds) {
      const filter = { _id: { $in: [...organizationIds] }, 'members.userId': userId };
      const found = organizations.find(filter, { projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    },
  };
}
