import { invalidField } from '@assay/chassis/errors';
import { createFairPlaces } from '@assay/chassis/http/fair-places';
import type { FairPlaces } from '@assay/chassis/http/fair-places';
import { mebibytes } from '@assay/chassis/units';
import { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toNetwork } from '@assay/chassis/http/client-network';
import type { Endpoint, RestApp } from '../rest-app.ts';
import { buildRoute } from '../build-route.ts';

/** gRPC messages between processes have at most 16 MiB. */
const maxBundleBytes = mebibytes(15);
/** Bundles in memory at the same time. Anonymous clients may send them, so the owner of a place is an address. */
const placeLimits = { total: 4, perOwner: 2, waitingPerOwner: 8, keepMs: 10_000 };

/** Verifies the bytes of a bundle as they were sent. A request takes a place before its body is read. */
export const verifyEvidenceBundle: Endpoint = (app, operation, { callers }) => {
  const { toResponse } = operation.answer;
  const places = createFairPlaces(placeLimits);
  app.register((scope: RestApp, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/zip', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    scope.addHook('preParsing', (request, reply) => takePlace(places, request, reply));
    scope.route({
      ...buildRoute(operation),
      bodyLimit: maxBundleBytes,
      async handler({ call, body }, reply) {
        if (!Buffer.isBuffer(body) || body.length === 0)
          throw invalidField('body', 'The request has no body. Send the bytes of the ZIP archive.');
        const request = { content: body };
        const answer = await callers.callAsService(EvidenceBundlesServiceService.verifyBundle, call, request);
        return reply.send(toResponse(answer as never, {}).body);
      },
    });
    done();
  });
};

/** Takes a place for a request until its response has ended. A request that loses its place fails while its body is read. */
async function takePlace(
  places: FairPlaces,
  { ip, raw }: FastifyRequest,
  { raw: response }: FastifyReply,
): Promise<void> {
  const closed = new AbortController();
  response.once('close', () => {
    closed.abort();
  });
  if (response.closed) closed.abort();
  const place = await places.take(toNetwork(ip), closed.signal);
  closed.signal.addEventListener('abort', place.release, { once: true });
  raw.once('end', place.keep);
  place.signal.addEventListener('abort', () => raw.emit('error', place.signal.reason), { once: true });
}
