import type { SpendLimit } from '@assay/chassis/call-context';
import type { Role } from '@assay/proto/access/v1/access';
import { highestRole } from '../api-key/api-key.ts';
import type { ApiKey } from '../api-key/api-key.ts';

/** A valid credential: its user and its limits. */
export interface Credential {
  readonly id: string;
  readonly userId: string;
  /** The highest role of the credential; undefined: the user's own. */
  readonly maxRole: Role | undefined;
  /** The organizations in which it works; empty: all of its user. */
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

/** The credential of a user who signed in; it can do whatever the user can. */
export function credentialOfPerson(
  credential: Pick<Credential, 'id' | 'userId'> & { expiresAt: Date },
): Credential {
  const { id, userId, expiresAt } = credential;
  return { id, userId, expiresAt, maxRole: undefined, organizationIds: [], spendLimit: undefined };
}
