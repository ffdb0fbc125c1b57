import type { IncomingMessage } from 'node:http';
import { finished, PassThrough } from 'node:stream';
import { drainRequest } from '@assay/chassis/http/drain-request';

/**
 * The body of an upload, to be passed on. The proxy gives up reading as soon as there is an answer, and destroys what it
 * read from; that must not be the client's connection, on which the answer is still to go out.
 */
export function uploadBody(request: IncomingMessage): PassThrough {
  const body = new PassThrough();
  // Without a listener the error would be thrown; the proxy reports it where it matters.
  body.on('error', () => undefined);
  body.once('close', () => {
    drainRequest(request);
  });
  finished(request, { writable: false }, (error) => {
    if (error) body.destroy(error);
  });
  return request.pipe(body);
}
