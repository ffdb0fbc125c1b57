import type { SpendLimit } from '@assay/chassis/call-context';
import { CredentialKind } from '@assay/proto/access/v1/access';
import type { Role } from '@assay/proto/access/v1/access';
import { permissionsOf } from '../api-key/lineage.ts';
import type { Lineage, LineagePermissions } from '../api-key/lineage.ts';

/** A valid credential: its user and its limits. */
export interface Credential extends Omit<LineagePermissions, 'maxRole'> {
  readonly id: string;
  readonly kind: CredentialKind;
  readonly userId: string;
  /** The highest role of the credential; undefined: the user's own. */
  readonly maxRole: Role | undefined;
  readonly spendLimit: SpendLimit | undefined;
}

export function credentialOfKey(lineage: Lineage): Credential {
  const { id, userId, spendLimit } = lineage.key;
  return { id, kind: CredentialKind.API_KEY, userId, spendLimit, ...permissionsOf(lineage) };
}

/** The credential of a user who signed in; it can do whatever the user can. */
export function credentialOfPerson(
  credential: Pick<Credential, 'id' | 'userId'> & { expiresAt: Date },
): Credential {
  const { id, userId, expiresAt } = credential;
  return { id, kind: CredentialKind.SIGN_IN, userId, expiresAt, ...unlimited };
}

const unlimited = {
  maxRole: undefined,
  organizationIds: undefined,
  allowedTools: undefined,
  spendLimit: undefined,
  inheritedSpendLimits: [],
} as const;
