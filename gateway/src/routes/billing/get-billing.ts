import { Type } from 'typebox';
import type { LastTopUp } from '@assay/proto/billing/v1/account';
import { errors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { dateTime, described, id, named, nullable } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { balanceFields, currency, toBalance } from './account-rest.ts';

const lastTopUp = Type.Object({
  amount_cents: Type.Integer({ description: 'In euro cents.' }),
  date: dateTime('When it succeeded.'),
});

export const billingSchema = named(
  'Billing',
  Type.Object(
    {
      organizationId: id('The organization.'),
      plan: Type.String({ description: 'Its price plan.' }),
      balance_cents: balanceFields.balanceCents,
      availableCents: balanceFields.availableCents,
      heldCents: balanceFields.heldCents,
      currency: Type.String({ description: 'Always `EUR`.', examples: [currency] }),
      lastTopUp: nullable(lastTopUp, 'The last payment that succeeded; null: none ever did.'),
    },
    { description: 'Plan and money of an organization, in euro cents.' },
  ),
);

export const getBilling: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getBilling',
    tags: ['Billing'],
    summary: 'Read plan and money of an organization',
    description: 'The plan, the balance and the last payment that succeeded.',
    params: Type.Object({ orgId: id('The organization.') }),
    response: { 200: described(billingSchema.ref, 'Plan and money.'), ...errors() },
  };
  const config = { organizationParam: 'orgId' };
  app.get('/v2/organizations/:orgId/billing', { schema, config }, async ({ call }) => {
    const [{ organization }, billing] = await Promise.all([
      clients.organizations.getOrganization(call, {}),
      clients.billing.getBilling(call, {}),
    ]);
    const { id: organizationId, plan } = required(organization);
    const { balanceCents: balance_cents, ...rest } = toBalance(billing.account);
    return {
      organizationId,
      plan,
      balance_cents,
      ...rest,
      currency,
      lastTopUp: toLastTopUp(billing.lastTopUp),
    };
  });
};

function toLastTopUp(last: LastTopUp | undefined) {
  return last === undefined
    ? null
    : { amount_cents: last.amountCents, date: required(last.date).toISOString() };
}
