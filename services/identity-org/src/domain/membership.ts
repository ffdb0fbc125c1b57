import type { Role } from '@assay/proto/access/v1/access';

/** That a user belongs to an organization, and what the user may do there. */
export interface Membership {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  /** Whether calls that name no organization work in this one; at most one per user. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
