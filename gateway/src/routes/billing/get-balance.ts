import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { described, named } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';

export const balanceSchema = named(
  'Balance',
  Type.Object(
    {
      balanceCents: Type.Integer({ description: 'What is not spent yet: available and held together.' }),
      availableCents: Type.Integer({ description: 'Free to spend.' }),
      heldCents: Type.Integer({ description: 'Reserved for runs in progress.' }),
    },
    { description: 'Prepaid money in euro cents.', examples: [balanceExample()] },
  ),
);

export const getBalance: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getBalance',
    tags: ['Billing'],
    summary: 'Read the balance',
    description: "The organization's prepaid balance in euro cents.",
    response: { 200: described(balanceSchema.ref, 'The balance.'), ...errors() },
  };
  app.get('/v2/transactions/balance', { schema }, async ({ call }) => {
    const { account } = await clients.billing.getBalance(call, {});
    const { availableCents, heldCents } = required(account);
    return { balanceCents: availableCents + heldCents, availableCents, heldCents };
  });
};

function balanceExample() {
  return { balanceCents: 10_000, availableCents: 9_950, heldCents: 50 };
}
