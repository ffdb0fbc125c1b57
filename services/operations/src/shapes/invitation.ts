import { Invitation } from '@assay/proto/organizations/v1/invitation';
import { shapeOf } from '../shape.ts';

/** Both shapes of the specification in one. */
export const invitation = shapeOf(Invitation, {
  hidden: ['invitedById'],
  copies: { inviteeEmail: 'email', expirationDate: 'expiresAt' },
});
