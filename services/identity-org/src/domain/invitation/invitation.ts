import { DomainError } from '@assay/chassis/errors';
import { days } from '@assay/chassis/units';
import type { Role } from '@assay/proto/access/v1/access';

export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  /** In lower case. */
  readonly email: string;
  readonly role: Role;
  /** The decision so far; whether the invitation has expired depends on the clock, see `statusOf`. */
  readonly decision: Decision;
  readonly invitedById: string;
  /** Whether the invitation replaced an open one. */
  readonly hasReplaced: boolean;
  readonly expiresAt: Date;
  /** When the invitation was mailed; undefined: not yet. */
  readonly mailedAt: Date | undefined;
  /** When its addressee became a member; undefined: not yet. */
  readonly joinedAt: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type Decision = 'pending' | 'accepted' | 'declined' | 'revoked' | 'replaced';
export type Answer = 'accepted' | 'declined';
export type InvitationStatus = Decision | 'expired';

const twoWeeksMs = days(14);

export function expiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + twoWeeksMs);
}

/** The status of an invitation at a moment: its decision, or expired. */
export function statusOf({ decision, expiresAt }: Invitation, now: Date): InvitationStatus {
  return decision === 'pending' && expiresAt <= now ? 'expired' : decision;
}

/** Whether readers find the invitation: a revoked or replaced one is as if it had never been. */
export function isReadable({ decision }: Invitation): boolean {
  return decision !== 'revoked' && decision !== 'replaced';
}

export function isAnswered({ decision }: Invitation): boolean {
  return decision === 'accepted' || decision === 'declined';
}

export function invitationGone(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'INVITATION_GONE',
    'The invitation has expired or was revoked. Ask an admin for a new one.',
  );
}
