import { errors } from '../../rest/error-body.ts';
import { described } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { invitationPath, invitationSchema, toInvitation } from './invitation-rest.ts';

export const revokeInvitation: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'revokeInvitation',
    tags: ['Members and invitations'],
    summary: 'Revoke an invitation',
    description:
      'Its link is dead from then on. Refused with 409 when it was answered already, with 410 when it has expired.',
    params: invitationPath,
    response: {
      200: described(invitationSchema.ref, 'The invitation as it was.'),
      ...errors('CONFLICT', 'GONE'),
    },
  };
  app.delete('/v2/invitations/:invitationId', { schema }, async ({ call, params }) => {
    const { invitation } = await clients.invitations.revokeInvitation(call, params);
    return toInvitation(invitation);
  });
};
