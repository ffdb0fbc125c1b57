import { DomainError, invalidField } from '@assay/chassis/errors';
import { mebibytes } from '@assay/chassis/units';
import { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
import type { Endpoint, RestApp } from '../rest-app.ts';
import { buildRoute } from '../build-route.ts';

/** gRPC messages between processes have at most 16 MiB. */
const maxBundleBytes = mebibytes(15);
/** Bundles in memory at the same time. Anonymous clients may send them. */
const maxAtOnce = 4;

/**
 * Verifies the bytes of a bundle as they were sent. Refuses a request before its body is read when too many others are in
 * progress.
 */
export const verifyEvidenceBundle: Endpoint = (app, operation, { callers }) => {
  const { toResponse } = operation.answer;
  let held = 0;
  app.register((scope: RestApp, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/zip', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    scope.addHook('preParsing', (_request, reply, _payload, goOn) => {
      if (held >= maxAtOnce) {
        goOn(busy());
        return;
      }
      held += 1;
      reply.raw.once('close', () => {
        held -= 1;
      });
      goOn();
    });
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

function busy(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'BUNDLES_BUSY',
    'Too many evidence bundles are being verified. Try again in a few seconds.',
  );
}
