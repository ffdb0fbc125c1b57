import { invalidField } from '@assay/chassis/errors';
import { createFairPlaces } from '@assay/chassis/http/fair-places';
import { toNetwork } from '@assay/chassis/http/client-network';
import { mebibytes } from '@assay/chassis/units';
import { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
import type { Endpoint, RestApp } from '../rest-app.ts';
import { buildRoute } from '../routes/build-route.ts';

/** gRPC messages between processes have at most 16 MiB. */
const maxBundleBytes = mebibytes(15);
/** Bundles that are checked at the same time. Anonymous clients may send them, so the owner of a place is an address. */
const placeLimits = { total: 4, perOwner: 2, waitingPerOwner: 8, keepMs: 10_000 };

/** Verifies the bytes of a bundle as they were sent. A request takes a place after its body has arrived. */
export const verifyEvidenceBundle: Endpoint = (app, operation, { callers }) => {
  const { toResponse } = operation.answer;
  const places = createFairPlaces(placeLimits);
  app.register((scope: RestApp, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/zip', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    scope.route({
      ...buildRoute(operation),
      bodyLimit: maxBundleBytes,
      async handler({ call, body, ip }, reply) {
        if (!Buffer.isBuffer(body) || body.length === 0)
          throw invalidField('body', 'The request has no body. Send the bytes of the ZIP archive.');
        const place = await places.take(toNetwork(ip), call.signal ?? new AbortController().signal);
        place.keep();
        try {
          const { verifyBundle } = EvidenceBundlesServiceService;
          const answer = await callers.callAsService(verifyBundle, call, { content: body });
          return await reply.send(toResponse(answer as never, {}).body);
        } finally {
          place.release();
        }
      },
    });
    done();
  });
};
