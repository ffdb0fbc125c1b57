import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { described } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { name, organizationSchema, slug, toOrganization } from './organization-rest.ts';
import { readAccounts } from './read-accounts.ts';

const body = Type.Object(
  { name, slug: Type.Optional(slug) },
  { additionalProperties: false, examples: [{ name: 'Harbour Newsroom', slug: 'harbour-newsroom' }] },
);

export const createOrganization: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'createOrganization',
    tags: ['Organizations'],
    summary: 'Create an organization',
    description:
      'Makes an organization with the calling user as its `admin`. Without a `slug`, one is made from the name. A ' +
      '`slug` that is taken is refused with 409, a key that is limited to organizations with 403.',
    body,
    response: { 201: described(organizationSchema.ref, 'The new organization.'), ...errors('CONFLICT') },
  };
  app.post('/v2/organizations', { schema }, async ({ call, body: given }, reply) => {
    const request = { name: given.name, slug: given.slug ?? '' };
    const organization = required(
      (await clients.organizations.createOrganization(call, request)).organization,
    );
    const accounts = await readAccounts(clients, call, [organization.id]);
    return reply.code(201).send(toOrganization(organization, accounts.get(organization.id)));
  });
};
