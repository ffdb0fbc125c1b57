import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { dateTime, described, id, named } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { transactionStatus } from './transaction-rest.ts';

export const topUpSchema = named(
  'TopUp',
  Type.Object(
    {
      id: id('The top-up.'),
      transactionId: id('Its transaction, which tells when it was paid.'),
      status: transactionStatus.schema,
      checkoutUrl: Type.String({ format: 'uri', description: 'Where to pay, in a browser.' }),
      expiresAt: dateTime('When it can no longer be paid.'),
    },
    { description: 'A payment that was begun.' },
  ),
);

const address = (description: string) =>
  Type.String({ format: 'uri', maxLength: 2_048, pattern: '^https?://[^/\\s]+', description });
const body = Type.Object(
  {
    amountCents: Type.Integer({ minimum: 500, maximum: 1_000_000, description: 'In euro cents.' }),
    successUrl: address('Where the browser goes after paying.'),
    cancelUrl: address('Where the browser goes after giving up.'),
  },
  {
    additionalProperties: false,
    examples: [
      {
        amountCents: 5_000,
        successUrl: 'https://example.org/paid',
        cancelUrl: 'https://example.org/canceled',
      },
    ],
  },
);

export const createTopUp: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'createTopUp',
    tags: ['Billing'],
    summary: 'Begin a payment into the balance',
    description: 'Answers where to pay. The balance grows once the payment provider says that it was paid.',
    params: Type.Object({ orgId: id('The organization.') }),
    body,
    response: { 201: described(topUpSchema.ref, 'The payment, pending.'), ...errors('INVALID_STATE') },
  };
  const config = { organizationParam: 'orgId' };
  const url = '/v2/organizations/:orgId/billing/top-ups';
  app.post(url, { schema, config }, async ({ call, body: given }, reply) => {
    const { topUp } = await clients.topUps.createTopUp(call, given);
    const { id: topUpId, transactionId, status, checkoutUrl, expiresAt } = required(topUp);
    return reply.code(201).send({
      id: topUpId,
      transactionId,
      status: transactionStatus.toRest(status),
      checkoutUrl,
      expiresAt: required(expiresAt).toISOString(),
    });
  });
};
