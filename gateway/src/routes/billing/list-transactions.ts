import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { countedArray, countTotal } from '../../rest/lists.ts';
import { pageQuery } from '../../rest/page.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { toTransaction, transactionSchema, transactionStatus, transactionType } from './transaction-rest.ts';

const querystring = Type.Object({
  status: Type.Optional(transactionStatus.schema),
  type: Type.Optional(transactionType.schema),
  ...pageQuery,
  limit: { ...pageQuery.limit, default: 50 },
});

export const listTransactions: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listTransactions',
    tags: ['Billing'],
    summary: 'List transactions',
    description: 'The payments of the organization, newest first.',
    querystring,
    response: { 200: countedArray(transactionSchema.ref, 'A page of transactions.'), ...errors() },
  };
  app.get('/v2/transactions', { schema }, async ({ call, query }, reply) => {
    const { transactions, total } = await clients.transactions.listTransactions(call, {
      status: transactionStatus.toProto(query.status),
      type: transactionType.toProto(query.type),
      limit: query.limit,
      offset: query.offset,
    });
    countTotal(reply, total);
    return transactions.map(toTransaction);
  });
};
