import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { organizationSchema, toOrganization } from './organization-rest.ts';

export const getOrganization: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getOrganization',
    tags: ['Organizations'],
    summary: 'Read an organization',
    description: 'One organization of the caller, with its balance.',
    params: Type.Object({ orgId: id('The organization.') }),
    response: { 200: described(organizationSchema.ref, 'The organization.'), ...errors() },
  };
  const config = { organizationParam: 'orgId' };
  app.get('/v2/organizations/:orgId', { schema, config }, async ({ call }) => {
    const [{ organization }, { account }] = await Promise.all([
      clients.organizations.getOrganization(call, {}),
      clients.billing.getBalance(call, {}),
    ]);
    return toOrganization(organization, account);
  });
};
