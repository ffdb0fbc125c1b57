import { Invitation } from '@assay/proto/organizations/v1/invitation';
import { defineShape } from '../shape.ts';

/** Both shapes of the specification in one. */
export const invitation = defineShape(Invitation, {
  hidden: ['invitedById'],
  copies: { inviteeEmail: 'email', expirationDate: 'expiresAt' },
});
