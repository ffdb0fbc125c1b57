import type { SpendLimit } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';

/** The record of an API key; its plaintext is kept nowhere. */
export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** SHA-256 of the plaintext, lower-case hex. */
  readonly keySha256: string;
  /** The most it may do, whatever its owner may; unspecified: as much as its owner, short of operating the platform. */
  readonly role: Role;
  /** Undefined: never expires. */
  readonly expirationDate: Date | undefined;
  /** Whether its owner has put it out of work until further notice. */
  readonly isSuspended: boolean;
  readonly revokedAt: Date | undefined;
  /** Where it works; empty: in all organizations of its owner. */
  readonly organizationIds: readonly string[];
  /** Undefined: no limit. */
  readonly spendLimit: SpendLimit | undefined;
  /** The MCP tools it may call; empty: all its role allows. */
  readonly allowedTools: readonly string[];
  readonly createdAt: Date;
  /** Strictly later with every change, so that it tells one state from the next. */
  readonly updatedAt: Date;
}

/** What of a key can change, as far as it does. */
export type ApiKeyFields = Partial<
  Pick<
    ApiKey,
    | 'name'
    | 'role'
    | 'expirationDate'
    | 'isSuspended'
    | 'organizationIds'
    | 'spendLimit'
    | 'allowedTools'
    | 'keySha256'
  >
>;

/** Whether the key works at this moment. */
export function isActive(
  key: Pick<ApiKey, 'expirationDate' | 'isSuspended' | 'revokedAt'>,
  now: Date,
): boolean {
  return key.revokedAt === undefined && !key.isSuspended && !isPast(key.expirationDate, now);
}

export function isPast(expirationDate: Date | undefined, now: Date): boolean {
  return expirationDate !== undefined && expirationDate <= now;
}

/** Whether the key may work in this organization, as far as the key itself says. */
export function reaches(key: Pick<ApiKey, 'organizationIds'>, organizationId: string): boolean {
  return key.organizationIds.length === 0 || key.organizationIds.includes(organizationId);
}

/** The highest role the key can have anywhere. */
export function highestRole({ role }: Pick<ApiKey, 'role'>): Role {
  return role === Role.UNSPECIFIED ? Role.ADMIN : role;
}

/** When a change made now is said to have happened: after the last one, even within the same millisecond. */
export function changedAt({ updatedAt }: Pick<ApiKey, 'updatedAt'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));
}
