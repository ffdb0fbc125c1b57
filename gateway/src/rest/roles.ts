import { Role } from '@assay/proto/access/v1/access';
import { restEnum } from './rest-enum.ts';

export const role = restEnum(Role.UNSPECIFIED, {
  viewer: Role.VIEWER,
  user: Role.USER,
  admin: Role.ADMIN,
  superadmin: Role.SUPERADMIN,
});

/** The roles somebody can be invited as. */
export const invitedRole = restEnum(Role.UNSPECIFIED, {
  viewer: Role.VIEWER,
  user: Role.USER,
  admin: Role.ADMIN,
});
