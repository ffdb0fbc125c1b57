import type { Role } from '@assay/proto/access/v1/access';

/** The record of an API key; its plaintext is kept nowhere. */
export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** SHA-256 of the plaintext, lower-case hex. */
  readonly keySha256: string;
  /** The most it may do, whatever its owner may. */
  readonly role: Role;
  /** Undefined: never expires. */
  readonly expirationDate: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** Where it works; empty: in all organizations of its owner. */
  readonly organizationIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether the key works at this moment. */
export function isActive(key: Pick<ApiKey, 'expirationDate' | 'revokedAt'>, now: Date): boolean {
  return key.revokedAt === undefined && (key.expirationDate === undefined || key.expirationDate > now);
}

/** Whether the key may work in this organization, as far as the key itself says. */
export function reaches(key: Pick<ApiKey, 'organizationIds'>, organizationId: string): boolean {
  return key.organizationIds.length === 0 || key.organizationIds.includes(organizationId);
}
