import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { listOf } from '../../rest/lists.ts';
import { id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { invitationSchema, toInvitation } from './invitation-rest.ts';

export const listInvitations: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listInvitations',
    tags: ['Members and invitations'],
    summary: 'List the open invitations of an organization',
    description: 'Those that were sent and neither answered nor revoked, newest first.',
    params: Type.Object({ orgId: id('The organization.') }),
    response: { 200: listOf(invitationSchema.ref, 'The invitations.'), ...errors() },
  };
  const config = { organizationParam: 'orgId' };
  app.get('/v2/organizations/:orgId/invitations', { schema, config }, async ({ call }) => {
    const { invitations } = await clients.invitations.listInvitations(call, {});
    return { data: invitations.map(toInvitation), total: invitations.length };
  });
};
