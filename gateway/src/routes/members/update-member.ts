import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { role } from '../../rest/roles.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { memberSchema, toMember } from './member-rest.ts';

const body = Type.Object(
  { role: { ...role.schema, description: '`superadmin` cannot be given: 403.' } },
  { additionalProperties: false, examples: [{ role: 'admin' }] },
);

export const updateMember: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'updateMember',
    tags: ['Members and invitations'],
    summary: "Change a member's role",
    description:
      'Takes effect everywhere within a second. Refused with 409 when nobody would be left to manage the organization.',
    params: Type.Object({ orgId: id('The organization.'), userId: id('The member.') }),
    body,
    response: { 200: described(memberSchema.ref, 'The member.'), ...errors('CONFLICT') },
  };
  const config = { organizationParam: 'orgId' };
  const url = '/v2/organizations/:orgId/users/:userId';
  app.patch(url, { schema, config }, async ({ call, params: { userId }, body: given }) => {
    const request = { userId, role: role.toProto(given.role) };
    const { member } = await clients.members.updateMember(call, request);
    return toMember(member);
  });
};
