import type { Role } from '@assay/proto/access/v1/access';

/** That a user belongs to an organization, and what the user may do there. */
export interface Membership {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
