import { withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Membership } from '../../domain/membership/membership.ts';
import type { Organization } from '../../domain/organization/organization.ts';

export type MemberDocument = Omit<Membership, 'organizationId'>;

/** The members live in their organization, so that who belongs to it and who may manage it changes in one write. */
export interface OrganizationDocument extends Omit<Organization, 'id'>, OutboxDocument {
  readonly _id: string;
  readonly members: MemberDocument[];
  /** The day on which it last invited somebody, and how often; left out: it never has. */
  readonly invited?: { readonly day: string; readonly count: number };
}

/** A projection without the fields that may be large. */
export const organizationOnly = { ...withoutOutbox, members: 0 } as const;

export function toOrganization(document: Omit<OrganizationDocument, 'members'>): Organization {
  const { _id, name, slug, modules, plan, createdById, memberCount, createdAt, updatedAt } = document;
  return { id: _id, name, slug, modules, plan, createdById, memberCount, createdAt, updatedAt };
}

export function toMembership(
  { id, userId, role, createdAt, updatedAt }: MemberDocument,
  organizationId: string,
): Membership {
  return { id, userId, organizationId, role, createdAt, updatedAt };
}

export function toMemberDocument({
  id,
  userId,
  role,
  createdAt,
  updatedAt,
}: Omit<Membership, 'organizationId'>): MemberDocument {
  return { id, userId, role, createdAt, updatedAt };
}
