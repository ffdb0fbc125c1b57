import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import type { Deps } from '../deps.ts';
import { endMockCheckout, getMockCheckout } from '../domain/payment/mock-checkout.ts';
import { receivePaymentEvent } from '../domain/payment/receive-payment-event.ts';
import { createTopUp } from '../domain/top-up/create-top-up.ts';
import { toMockCheckoutMessage, toTopUpMessage } from './top-up-message.ts';

export const topUpsRpcs: Rpcs<Deps, typeof TopUpsServiceService> = {
  createTopUp: async (deps, call, request) => ({
    topUp: toTopUpMessage(await createTopUp(deps, call, request)),
  }),
  receivePaymentEvent: async (deps, _call, { provider, body, signature }) => ({
    applied: await receivePaymentEvent(deps, provider, { body, signature }),
  }),
  getMockCheckout: async (deps, _call, { checkoutToken }) =>
    toMockCheckoutMessage(await getMockCheckout(deps, checkoutToken)),
  endMockCheckout: async (deps, _call, { checkoutToken, paid }) => ({
    returnUrl: await endMockCheckout(deps, checkoutToken, paid),
  }),
};
