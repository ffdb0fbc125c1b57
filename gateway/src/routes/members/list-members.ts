import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { listOf } from '../../rest/lists.ts';
import { id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { memberSchema, toMember } from './member-rest.ts';

export const listMembers: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listMembers',
    tags: ['Members and invitations'],
    summary: 'List the members of an organization',
    description: 'Everybody who belongs to it, oldest first.',
    params: Type.Object({ orgId: id('The organization.') }),
    response: { 200: listOf(memberSchema.ref, 'The members.'), ...errors() },
  };
  const config = { organizationParam: 'orgId' };
  app.get('/v2/organizations/:orgId/users', { schema, config }, async ({ call }) => {
    const { members } = await clients.members.listMembers(call, {});
    return { data: members.map(toMember), total: members.length };
  });
};
