import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { toTransaction, transactionSchema } from './transaction-rest.ts';

export const getTransaction: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getTransaction',
    tags: ['Billing'],
    summary: 'Read a transaction',
    description: 'One payment. After a top-up, ask again until its `status` is no longer `pending`.',
    params: Type.Object({ transactionId: id('The transaction.') }),
    response: { 200: described(transactionSchema.ref, 'The transaction.'), ...errors() },
  };
  app.get('/v2/transactions/:transactionId', { schema }, async ({ call, params }) => {
    const { transaction } = await clients.transactions.getTransaction(call, params);
    return toTransaction(transaction);
  });
};
