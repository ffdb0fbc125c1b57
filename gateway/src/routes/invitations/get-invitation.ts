import { errors } from '../../rest/error-body.ts';
import { described } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { invitationPath, invitationSchema, toInvitation } from './invitation-rest.ts';

export const getInvitation: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getInvitation',
    tags: ['Members and invitations'],
    summary: 'Read an invitation',
    description:
      "For admins of its organization, and for the user it was sent to. One that was revoked or replaced isn't found.",
    params: invitationPath,
    response: { 200: described(invitationSchema.ref, 'The invitation.'), ...errors() },
  };
  app.get('/v2/invitations/:invitationId', { schema }, async ({ call, params }) => {
    const { invitation } = await clients.invitations.getInvitation(call, params);
    return toInvitation(invitation);
  });
};
