import { errors } from '../../rest/error-body.ts';
import { listOf } from '../../rest/lists.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { organizationSchema, toOrganization } from './organization-rest.ts';
import { readAccounts } from './read-accounts.ts';

export const listOrganizations: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listOrganizations',
    tags: ['Organizations'],
    summary: 'List your organizations',
    description: 'Those the calling user belongs to and the credential reaches, oldest first.',
    response: { 200: listOf(organizationSchema.ref, 'The organizations.'), ...errors() },
  };
  app.get('/v2/organizations', { schema }, async ({ call }) => {
    const { organizations } = await clients.organizations.listOrganizations(call, {});
    const ids = organizations.map((organization) => organization.id);
    const accounts = await readAccounts(clients, call, ids);
    const data = organizations.map((each) => toOrganization(each, accounts.get(each.id)));
    return { data, total: data.length };
  });
};
