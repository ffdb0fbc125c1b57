import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';

export const removeMember: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'removeMember',
    tags: ['Members and invitations'],
    summary: 'Remove a member, or leave',
    description:
      'Members remove themselves, admins anybody. Their keys stop working in the organization everywhere within a second. ' +
      'Refused with 409 when nobody would be left to manage the organization.',
    params: Type.Object({ orgId: id('The organization.'), userId: id('The member.') }),
    response: { 204: Type.Null({ description: 'No longer a member.' }), ...errors('CONFLICT') },
  };
  const config = { organizationParam: 'orgId' };
  const url = '/v2/organizations/:orgId/users/:userId';
  app.delete(url, { schema, config }, async ({ call, params: { userId } }, reply) => {
    await clients.members.removeMember(call, { userId });
    return reply.code(204).send(null);
  });
};
