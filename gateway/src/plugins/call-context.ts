import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingCall } from '@assay/chassis/call-context';

const safeRequestId = /^[\w.:-]{1,64}$/u;
const validTraceparent = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/u;

/** The client's request id where it is safe to log and repeat, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && safeRequestId.test(given) ? given : randomUUID();
}

/** The context of every call a request causes: aborted when the client goes away, over after `timeoutMs`. */
export function openCall(request: FastifyRequest, reply: FastifyReply, timeoutMs: number): OutgoingCall {
  const abort = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  return {
    actor: { kind: 'anonymous' },
    organizationId: '',
    requestId: request.id,
    traceparent: traceparentOf(request),
    clientAddress: request.ip,
    deadline: new Date(Date.now() + timeoutMs),
    signal: abort.signal,
  };
}

function traceparentOf({ headers }: FastifyRequest): string {
  const given = headers['traceparent'];
  if (typeof given === 'string' && validTraceparent.test(given)) return given;
  // randomUUID draws from a pool, which makes it many times cheaper than randomBytes or a cuid2.
  return `00-${randomUUID().replaceAll('-', '')}-${randomUUID().slice(-12)}${randomUUID().slice(0, 4)}-01`;
}
