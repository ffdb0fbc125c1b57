import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { membershipSchema, toMembership } from './member-rest.ts';

export const setDefaultOrganization: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'setDefaultOrganization',
    tags: ['Users and API keys'],
    summary: 'Choose your default organization',
    description: 'The one in which requests without `X-Organization-Id` work from now on.',
    params: Type.Object({ organizationId: id('An organization of the caller.') }),
    response: { 200: described(membershipSchema.ref, 'The membership, now the default.'), ...errors() },
  };
  const config = { organizationParam: 'organizationId' };
  const url = '/v2/users/me/organizations/:organizationId/default';
  app.put(url, { schema, config }, async ({ call }) => {
    const { membership } = await clients.members.setDefaultOrganization(call, {});
    return toMembership(membership);
  });
};
