import { DomainError, invalidField } from '@assay/chassis/errors';
import { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
import type { Endpoint, RestApp } from '../rest-app.ts';
import { buildRoute } from '../build-route.ts';

/** A message between processes has at most 16 MiB. */
const maxBundleBytes = 15 * 1024 * 1024;
/** Bundles whose bytes are held at the same time, since anybody may send one. */
const maxAtOnce = 4;

/** The bundle is checked as it was sent; a body that arrives while others are checked is not read. */
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
          throw invalidField('body', 'the bytes of the bundle are needed');
        const request = { content: body };
        const answer = await callers.callAsService(EvidenceBundlesServiceService.verifyBundle, call, request);
        return reply.send(toResponse(answer as never, {}).body);
      },
    });
    done();
  });
};

function busy(): DomainError {
  return new DomainError('UNAVAILABLE', 'BUNDLES_BUSY', 'too many bundles are being checked');
}
