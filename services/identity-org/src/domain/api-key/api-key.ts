import type { SpendLimit } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';

/** The record of an API key; its plaintext is kept nowhere. */
export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  /** The keys it was made with, its own maker last; empty: somebody who signed in made it. */
  readonly ancestorIds: readonly string[];
  readonly name: string;
  /** SHA-256 of the plaintext, lower-case hex. */
  readonly keySha256: string;
  /** The highest role of the key, whatever its owner's; unspecified: the owner's own, up to admin. */
  readonly role: Role;
  /** Undefined: never expires. */
  readonly expirationDate: Date | undefined;
  /** Whether its owner has suspended the key until further notice. */
  readonly isSuspended: boolean;
  readonly revokedAt: Date | undefined;
  /** The organizations in which it works; empty: all of its owner. */
  readonly organizationIds: readonly string[];
  /** Undefined: no limit. */
  readonly spendLimit: SpendLimit | undefined;
  /** The MCP tools it may call; undefined: all its role allows. */
  readonly allowedTools: readonly string[] | undefined;
  readonly createdAt: Date;
  /** Strictly later with every change, so that it tells one version from the next. */
  readonly updatedAt: Date;
}

/** The fields of a key that can change; those that are left out stay as they are. */
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

/** Returns the organizations to which the key is limited; undefined for no limit. */
export function readOrganizationLimit({
  organizationIds,
}: Pick<ApiKey, 'organizationIds'>): readonly string[] | undefined {
  return organizationIds.length === 0 ? undefined : organizationIds;
}

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

/** The key that a key was made with; undefined: somebody who signed in made it. */
export function parentIdOf({ ancestorIds }: Pick<ApiKey, 'ancestorIds'>): string | undefined {
  return ancestorIds.at(-1);
}

/** The highest role the key can have anywhere. */
export function highestRole({ role }: Pick<ApiKey, 'role'>): Role {
  return role === Role.UNSPECIFIED ? Role.ADMIN : role;
}

/** The time to record for a change made now: after the last change, even within the same millisecond. */
export function changedAt({ updatedAt }: Pick<ApiKey, 'updatedAt'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));
}
