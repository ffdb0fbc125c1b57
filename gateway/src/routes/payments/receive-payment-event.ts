import { Type } from 'typebox';
import { openErrors } from '../../rest/error-body.ts';
import { openObject } from '../../rest/schema.ts';
import type { RegisterRoute, RestApp } from '../../rest-app.ts';

const signature = (provider: string) => Type.Optional(Type.String({ description: `Of ${provider}.` }));
const schema = {
  operationId: 'receivePaymentEvent',
  tags: ['Billing'],
  summary: 'Receive what a payment provider reports',
  description:
    "For payment providers. The provider's signature over the body is the credential: 401 when it does not hold. An " +
    'event may be sent any number of times and counts once. 404 for a provider that is not configured.',
  security: [],
  params: Type.Object({
    provider: Type.String({ description: '`mock` or `stripe`.', examples: ['stripe'] }),
  }),
  headers: Type.Object({
    'stripe-signature': signature('stripe'),
    'x-assay-signature': signature('mock'),
  }),
  body: openObject('The event, as its provider describes it.', [
    { id: 'evt_1', type: 'checkout.session.completed' },
  ]),
  response: {
    200: Type.Object({ received: Type.Boolean({ description: 'Always true.' }) }, { description: 'Taken.' }),
    ...openErrors('UNAUTHORIZED', 'NOT_FOUND'),
  },
};

export const receivePaymentEvent: RegisterRoute = (app, { clients }) => {
  app.register(async (scope: RestApp) => {
    readBodiesRaw(scope);
    // The signature is over the bytes, so the body is not looked at here.
    const options = { schema, config: { anonymous: true }, validatorCompiler: () => () => true };
    scope.post(
      '/v2/payments/:provider/webhook',
      options,
      async ({ call, params: { provider }, headers, body }) => {
        const name = provider === 'stripe' ? 'stripe-signature' : 'x-assay-signature';
        const request = { provider, body: bytesOf(body), signature: headers[name] ?? '' };
        await clients.topUps.receivePaymentEvent(call, request);
        return { received: true };
      },
    );
    await Promise.resolve();
  });
};

function readBodiesRaw(scope: RestApp): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
