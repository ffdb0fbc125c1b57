import { Type } from 'typebox';
import { DomainError } from '@assay/chassis/errors';
import { ownCall } from '../../own-call.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { sendPage } from '../pages/page.ts';
import { checkoutPage, unknownCheckoutPage } from './checkout-page.ts';

export const mockCheckoutUrl = '/v2/payments/mock/checkout/:checkoutToken';
export const mockCheckoutPath = Type.Object({ checkoutToken: Type.String({ maxLength: 256 }) });

/** Browsers apply the policy also to where a submitted form is redirected to. */
const toAnywhere = ["form-action 'self' http: https:"];

/** The page of the mock payment provider, for whoever has its address. */
export const showMockCheckout: RegisterRoute = (app, { clients }) => {
  const schema = { hide: true, params: mockCheckoutPath };
  const config = { anonymous: true };
  app.get(mockCheckoutUrl, { schema, config }, async ({ call, params }, reply) => {
    const checkout = await orUnknown(clients.topUps.getMockCheckout(ownCall(call), params));
    if (checkout === undefined) return sendPage(reply.code(404), unknownCheckoutPage());
    return sendPage(reply, checkoutPage(checkout.amountCents, checkout.status), toAnywhere);
  });
};

async function orUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DomainError && error.status === 'NOT_FOUND') return undefined;
    throw error;
  }
}
