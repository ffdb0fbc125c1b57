import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { name, organizationSchema, slug, toOrganization } from './organization-rest.ts';

const readOnly = Type.Optional(Type.Unknown({ description: 'Cannot be set: 403.' }));
const body = Type.Object(
  {
    name: Type.Optional(name),
    slug: Type.Optional(slug),
    modules: readOnly,
    plan: readOnly,
    balance_cents: readOnly,
  },
  { additionalProperties: false, examples: [{ name: 'Harbour Newsroom' }] },
);

export const updateOrganization: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'updateOrganization',
    tags: ['Organizations'],
    summary: 'Change an organization',
    description:
      'Changes name or slug; fields that are not sent stay as they are. `modules`, `plan` and `balance_cents` cannot be ' +
      'set (403). A `slug` that is taken is refused with 409.',
    params: Type.Object({ orgId: id('The organization.') }),
    body,
    response: { 200: described(organizationSchema.ref, 'The changed organization.'), ...errors('CONFLICT') },
  };
  const config = { organizationParam: 'orgId' };
  app.put('/v2/organizations/:orgId', { schema, config }, async ({ call, body: given }) => {
    const request = { name: given.name ?? '', slug: given.slug ?? '', updateMask: Object.keys(given) };
    const { organization } = await clients.organizations.updateOrganization(call, request);
    const { account } = await clients.billing.getBalance(call, {});
    return toOrganization(organization, account);
  });
};
