import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';

const safeRequestId = /^[\w.:-]{1,64}$/u;
const validTraceparent = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/u;

/** The client's request id where it is safe to log and repeat, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && safeRequestId.test(given) ? given : newId();
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
    deadline: new Date(Date.now() + timeoutMs),
    signal: abort.signal,
  };
}

function traceparentOf({ headers }: FastifyRequest): string {
  const given = headers['traceparent'];
  if (typeof given === 'string' && validTraceparent.test(given)) return given;
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
