import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { invitedRole } from '../../rest/roles.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { invitationSchema, toInvitation } from './invitation-rest.ts';

const body = Type.Object(
  {
    email: Type.String({ format: 'email', minLength: 3, maxLength: 254, description: 'Who is invited.' }),
    role: { ...invitedRole.schema, description: 'As what.' },
  },
  { additionalProperties: false, examples: [{ email: 'ada@example.org', role: 'user' }] },
);

export const invite: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'invite',
    tags: ['Members and invitations'],
    summary: 'Invite somebody into an organization',
    description:
      'Sends an e-mail whose link is good for two weeks. A pending invitation of the same address is replaced, and its ' +
      "link is dead from then on; a member's address is refused with 409.",
    params: Type.Object({ orgId: id('The organization.') }),
    body,
    response: {
      200: described(invitationSchema.ref, 'The invitation, which took the place of another one.'),
      201: described(invitationSchema.ref, 'The invitation.'),
      ...errors('CONFLICT'),
    },
  };
  const config = { organizationParam: 'orgId' };
  app.post('/v2/organizations/:orgId/invite', { schema, config }, async ({ call, body: given }, reply) => {
    const request = { email: given.email, role: invitedRole.toProto(given.role) };
    const { invitation, replaced } = await clients.invitations.invite(call, request);
    return reply.code(replaced ? 200 : 201).send(toInvitation(invitation));
  });
};
