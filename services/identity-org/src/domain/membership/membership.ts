import { DomainError, invalidField } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { User } from '../user/user.ts';

/** A user in an organization, with the role the user has there. */
export interface Membership {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A membership as the member sees it. */
export interface OwnMembership {
  readonly membership: Membership;
  /** Whether the member works there without choosing an organization. */
  readonly isDefault: boolean;
}

/** A membership as others in the organization see it. */
export interface Member {
  readonly membership: Membership;
  readonly user: Pick<User, 'email' | 'name'>;
}

/** A role a person can be given in an organization. PERMISSION_DENIED for superadmin, INVALID_ARGUMENT for none. */
export function assignableRole(role: Role): Role {
  if (role === Role.UNSPECIFIED || role === Role.UNRECOGNIZED) {
    throw invalidField('role', 'role must be viewer, user or admin');
  }
  if (role === Role.SUPERADMIN) {
    throw new DomainError('PERMISSION_DENIED', 'FORBIDDEN', 'superadmin cannot be assigned');
  }
  return role;
}
