import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import type { Endpoint, RestApp } from '../rest-app.ts';
import { buildRoute } from '../routes/build-route.ts';

interface Received {
  readonly Params: { readonly provider: string };
  readonly Headers: Readonly<Record<string, string | undefined>>;
}

/** Forwards the body as bytes, because the provider has signed the bytes. */
export const receivePaymentEvent: Endpoint = (app, operation, { callers }) => {
  app.register((scope: RestApp, _options, done) => {
    readBodiesRaw(scope);
    const route = buildRoute(operation);
    scope.route<Received>({
      ...route,
      config: { ...route.config, countedAs: 'payment-events' },
      async handler({ call, params: { provider }, headers, body }) {
        const name = provider === 'stripe' ? 'stripe-signature' : 'x-assay-signature';
        const request = { provider, body: toBytes(body), signature: headers[name] ?? '' };
        await callers.callRpc(TopUpsServiceService.receivePaymentEvent, call, request);
        return { received: true };
      },
    });
    done();
  });
};

function readBodiesRaw(scope: RestApp): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

function toBytes(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
