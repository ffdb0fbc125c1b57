import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Account } from '@assay/proto/billing/v1/account';
import type { Organization } from '@assay/proto/organizations/v1/organization';
import { required } from '../../rest/required.ts';
import { dateTime, id, named, shortName } from '../../rest/schema.ts';
import { currency, toBalance } from '../billing/account-rest.ts';

export const name = shortName('For people.', 'Harbour Newsroom');

export const slug = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description: 'Lower-case letters, digits and single hyphens; unique.',
  examples: ['harbour-newsroom'],
});

export const organizationSchema = named(
  'Organization',
  Type.Object(
    {
      id: id('The organization.'),
      name: Type.String({ description: '1 to 100 characters.', examples: ['Harbour Newsroom'] }),
      slug: Type.String({ description: 'Its short name; unique.', examples: ['harbour-newsroom'] }),
      balance_cents: Type.Integer({ description: 'Prepaid euro cents that are not spent yet.' }),
      currency: Type.String({ description: 'Always `EUR`.', examples: [currency] }),
      modules: Type.Array(Type.String(), {
        description: 'What it may use: `content_verification`, `crowdsourcing`.',
        examples: [['content_verification']],
      }),
      plan: Type.String({ description: 'Its price plan.' }),
      memberCount: Type.Integer({ description: 'How many people belong to it.' }),
      createdAt: dateTime('When it was made.'),
      updatedAt: dateTime('When it last changed.'),
    },
    { description: 'A tenant: people, their projects and their money.' },
  ),
);

export function toOrganization(
  organization: Organization | undefined,
  account: Account | undefined,
): Static<typeof organizationSchema.schema> {
  const { id, name: given, slug: short, modules, plan, memberCount, ...times } = required(organization);
  return {
    id,
    name: given,
    slug: short,
    balance_cents: toBalance(account).balanceCents,
    currency,
    modules,
    plan,
    memberCount,
    createdAt: required(times.createdAt).toISOString(),
    updatedAt: required(times.updatedAt).toISOString(),
  };
}
