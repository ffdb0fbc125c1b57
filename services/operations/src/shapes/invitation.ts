import { Invitation } from '@assay/proto/organizations/v1/invitation';
import { defineShape } from '../shape.ts';

/** Combines both invitation shapes of the specification. */
export const invitation = defineShape(Invitation, {
  hidden: ['invitedById'],
  copies: { inviteeEmail: 'email', expirationDate: 'expiresAt' },
});
