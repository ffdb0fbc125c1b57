import { errors } from '../../rest/error-body.ts';
import { described } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { invitationPath, invitationSchema, toInvitation, tokenBody } from './invitation-rest.ts';

export const declineInvitation: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'declineInvitation',
    tags: ['Members and invitations'],
    summary: 'Decline an invitation',
    description: 'Refused with the same errors as accepting it.',
    params: invitationPath,
    body: tokenBody,
    response: {
      200: described(invitationSchema.ref, 'The invitation, declined.'),
      ...errors('CONFLICT', 'GONE'),
    },
  };
  app.post('/v2/invitations/:invitationId/decline', { schema }, async ({ call, params, body }) => {
    const { invitation } = await clients.invitations.declineInvitation(call, { ...params, ...body });
    return toInvitation(invitation);
  });
};
