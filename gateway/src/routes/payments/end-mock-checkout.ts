import { Type } from 'typebox';
import { ownCall } from '../../own-call.ts';
import type { RegisterRoute, RestApp } from '../../rest-app.ts';
import { mockCheckoutPath, mockCheckoutUrl } from './show-mock-checkout.ts';

const body = Type.Object(
  { outcome: Type.Unsafe<'paid' | 'canceled'>({ type: 'string', enum: ['paid', 'canceled'] }) },
  { additionalProperties: false },
);

/** What the buttons of that page send: pays or gives up, and goes on to the address the top-up named. */
export const endMockCheckout: RegisterRoute = (app, { clients }) => {
  app.register(async (scope: RestApp) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, form, done) => {
        done(null, Object.fromEntries(new URLSearchParams(form.toString())));
      },
    );
    const schema = { hide: true, params: mockCheckoutPath, body };
    const options = { schema, config: { anonymous: true } };
    scope.post(mockCheckoutUrl, options, async ({ call, params, body: { outcome } }, reply) => {
      const request = { ...params, paid: outcome === 'paid' };
      const { returnUrl } = await clients.topUps.endMockCheckout(ownCall(call), request);
      return reply.redirect(returnUrl, 303);
    });
    await Promise.resolve();
  });
};
