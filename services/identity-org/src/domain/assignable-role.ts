import { DomainError, invalidField } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';

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
