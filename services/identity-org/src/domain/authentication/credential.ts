import type { SpendLimit } from '@assay/chassis/call-context';
import type { Role } from '@assay/proto/access/v1/access';
import { highestRole } from '../api-key/api-key.ts';
import type { ApiKey } from '../api-key/api-key.ts';

/** A credential that holds: whose it is and what bounds it. */
export interface Credential {
  readonly id: string;
  readonly userId: string;
  /** The most it may do; undefined: as much as the user. */
  readonly maxRole: Role | undefined;
  /** Where it works; empty: in all organizations of the user. */
  readonly organizationIds: readonly string[];
  /** Undefined: never. */
  readonly expiresAt: Date | undefined;
  readonly spendLimit: SpendLimit | undefined;
}

export function credentialOfKey(key: ApiKey): Credential {
  return {
    id: key.id,
    userId: key.userId,
    maxRole: highestRole(key),
    organizationIds: key.organizationIds,
    expiresAt: key.expirationDate,
    spendLimit: key.spendLimit,
  };
}

/** A credential with which a person signed in; it can do whatever the user can. */
export function credentialOfPerson(
  credential: Pick<Credential, 'id' | 'userId'> & { expiresAt: Date },
): Credential {
  const { id, userId, expiresAt } = credential;
  return { id, userId, expiresAt, maxRole: undefined, organizationIds: [], spendLimit: undefined };
}
