import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Invitation } from '../domain/invitation/invitation.ts';

export interface InvitationDocument extends Omit<Invitation, 'id' | 'mailedAt' | 'joinedAt'>, OutboxDocument {
  readonly _id: string;
  /** Organization and address of an open invitation; the sparse unique index refuses a second one. */
  readonly pendingKey?: string;
  readonly answeredById?: string;
  readonly mailedAt?: Date;
  readonly joinedAt?: Date;
}

export function pendingKeyOf({
  organizationId,
  email,
}: Pick<Invitation, 'organizationId' | 'email'>): string {
  return `${organizationId}/${email}`;
}

/** The document of an invitation that was neither mailed nor answered yet. */
export function toDocument(invitation: Invitation): InvitationDocument {
  const { id, mailedAt: _mailedAt, joinedAt: _joinedAt, ...fields } = invitation;
  return { _id: id, ...fields, pendingKey: pendingKeyOf(invitation) };
}

export function toInvitation(document: InvitationDocument): Invitation {
  const { _id, organizationId, email, role, decision, invitedById, hasReplaced } = document;
  const { expiresAt, mailedAt, joinedAt, createdAt, updatedAt } = document;
  return {
    id: _id,
    organizationId,
    email,
    role,
    decision,
    invitedById,
    hasReplaced,
    expiresAt,
    mailedAt,
    joinedAt,
    createdAt,
    updatedAt,
  };
}
