import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, named } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { balanceFields, toBalance } from './account-rest.ts';

export const balanceSchema = named(
  'Balance',
  Type.Object(balanceFields, {
    description: 'Prepaid money in euro cents.',
    examples: [{ balanceCents: 10_000, availableCents: 9_950, heldCents: 50 }],
  }),
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
    return toBalance(account);
  });
};
