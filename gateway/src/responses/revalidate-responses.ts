import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { RestApp } from '../rest-app.ts';

/**
 * Adds an ETag to the public files of the gateway. A client that sends it in If-None-Match receives 304 without a body while the
 * file is unchanged (RFC 9110, section 13.1.2).
 */
export function revalidateResponses(app: RestApp): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const etag = reply.statusCode === 200 ? findEtag(reply, payload) : undefined;
    if (etag === undefined) {
      done(null, payload);
      return;
    }
    void reply.header('etag', etag);
    if (!matches(request.headers['if-none-match'], etag)) {
      done(null, payload);
      return;
    }
    void reply.code(304);
    // Fastify removes the body of a HEAD response itself, after it has read the length.
    done(null, request.method === 'HEAD' ? payload : null);
  });
}

/** Returns a weak ETag, which is the same for all content codings. */
export function createEtag(content: string | Buffer): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

function findEtag(reply: FastifyReply, payload: unknown): string | undefined {
  const known = reply.getHeader('etag');
  if (known !== undefined) return String(known);
  const isPublic = String(reply.getHeader('cache-control')).startsWith('public');
  return isPublic && typeof payload === 'string' ? createEtag(payload) : undefined;
}

function matches(expected: string | undefined, etag: string): boolean {
  if (expected === undefined) return false;
  return expected.split(',').some((item) => ['*', etag, etag.slice(2)].includes(item.trim()));
}
