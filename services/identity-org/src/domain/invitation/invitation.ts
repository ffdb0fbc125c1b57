import { DomainError } from '@assay/chassis/errors';
import type { Role } from '@assay/proto/access/v1/access';

export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  /** In lower case. */
  readonly email: string;
  readonly role: Role;
  /** What was decided so far; whether it has expired is a question of the clock, see `statusOf`. */
  readonly decision: Decision;
  readonly invitedById: string;
  /** Whether it took the place of another one. */
  readonly hasReplaced: boolean;
  readonly expiresAt: Date;
  /** When it was mailed; undefined: not yet. */
  readonly mailedAt: Date | undefined;
  /** When its addressee became a member; undefined: not yet. */
  readonly joinedAt: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type Decision = 'pending' | 'accepted' | 'declined' | 'revoked' | 'replaced';
export type Answer = 'accepted' | 'declined';
export type InvitationStatus = Decision | 'expired';

const twoWeeksMs = 14 * 86_400_000;

export function expiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + twoWeeksMs);
}

/** What an invitation is at a moment: as it was decided, or expired. */
export function statusOf({ decision, expiresAt }: Invitation, now: Date): InvitationStatus {
  return decision === 'pending' && expiresAt <= now ? 'expired' : decision;
}

/** Whether people still find it: what was revoked or replaced is as if it had never been. */
export function isReadable({ decision }: Invitation): boolean {
  return decision !== 'revoked' && decision !== 'replaced';
}

export function isAnswered({ decision }: Invitation): boolean {
  return decision === 'accepted' || decision === 'declined';
}

export function invitationGone(): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'INVITATION_GONE', 'the invitation is no longer open');
}
