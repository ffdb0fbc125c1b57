import { errors } from '../../rest/error-body.ts';
import { described } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { membershipSchema, toMembership } from '../members/member-rest.ts';
import { invitationPath, tokenBody } from './invitation-rest.ts';

export const acceptInvitation: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'acceptInvitation',
    tags: ['Members and invitations'],
    summary: 'Accept an invitation',
    description:
      'Makes the calling user a member. 403 when the invitation was sent to another address, 404 when the token is not ' +
      "the invitation's, 409 when it was answered before, 410 when it has expired, was revoked or replaced.",
    params: invitationPath,
    body: tokenBody,
    response: { 200: described(membershipSchema.ref, 'The membership.'), ...errors('CONFLICT', 'GONE') },
  };
  app.post('/v2/invitations/:invitationId/accept', { schema }, async ({ call, params, body }) => {
    const { membership } = await clients.invitations.acceptInvitation(call, { ...params, ...body });
    return toMembership(membership);
  });
};
