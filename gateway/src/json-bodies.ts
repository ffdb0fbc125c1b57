import { parseJson } from '@assay/operations/adapter/parse-json';
import { RestError } from '@assay/operations/errors/rest-error';
import type { RestApp } from './rest-app.ts';

const jsonType = 'application/json';

/** Accepts JSON only. An empty body counts as no body, because many clients send the JSON content type with every POST. */
export function parseJsonBodies(app: RestApp): void {
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const coding = request.headers['content-encoding'];
    done(coding === undefined || coding === 'identity' ? null : refuseCoding(coding));
  });
  app.addContentTypeParser(jsonType, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function refuseCoding(coding: string): RestError {
  return new RestError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The request body has the content coding ${coding.slice(0, 40)}. Send it without a content coding.`,
  );
}
