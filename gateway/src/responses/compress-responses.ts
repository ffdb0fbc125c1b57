import type { FastifyReply } from 'fastify';
import type { RestApp } from '../rest-app.ts';
import { compress, selectCoding } from './content-coding.ts';
import type { ContentCoding } from './content-coding.ts';

/** Below this size, the compressed response is hardly smaller. */
const thresholdBytes = 1_024;
/** gzip first: at these sizes it takes less CPU time than Brotli for about the same result. */
const offered: readonly ContentCoding[] = ['gzip', 'br'];
const compressibleType =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)\b|image\/svg\+xml)/u;

/**
 * Compresses responses over 1 kB that are text and complete in memory. Event streams are not, and files are downloaded from storage.
 * A compressed response does not reveal a secret by its length (BREACH): keys and tokens are sent once, in responses to requests that
 * other sites cannot send with the session cookie.
 */
export function compressResponses(app: RestApp): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(payload) || payload.length <= thresholdBytes || !isCompressible(reply)) {
      done(null, payload);
      return;
    }
    void reply.header('vary', 'Accept-Encoding');
    const coding = selectCoding(request.headers['accept-encoding'], offered);
    if (coding === undefined) {
      done(null, payload);
      return;
    }
    compress(payload, coding, 'fast').then(
      (compressed) => {
        void reply.header('content-encoding', coding);
        done(null, compressed);
      },
      (error: unknown) => {
        done(error as Error);
      },
    );
  });
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

function isCompressible(reply: FastifyReply): boolean {
  if (reply.hasHeader('content-encoding')) return false;
  return compressibleType.test(String(reply.getHeader('content-type')));
}
