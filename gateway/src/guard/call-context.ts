import { randomFillSync, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { currentTraceparent } from '@assay/chassis/process/tracing/spans';

const safeRequestId = /^[\w.:-]{1,64}$/u;
const validTraceparent = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/u;

/** The client's request id where it is safe to log and repeat, else a new one. */
export function readRequestId({ headers }: IncomingMessage): string {
  const value = headers['x-request-id'];
  return typeof value === 'string' && safeRequestId.test(value) ? value : randomUUID();
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
    traceparent: currentTraceparent() ?? readTraceparent(request) ?? newTraceparent(),
    clientAddress: request.ip,
    deadline: new Date(Date.now() + timeoutMs),
    signal: abort.signal,
  };
}

/** The trace that a client says its request belongs to; undefined: none. */
export function readTraceparent({ headers }: FastifyRequest): string | undefined {
  const value = headers['traceparent'];
  return typeof value === 'string' && validTraceparent.test(value) ? value : undefined;
}

function newTraceparent(): string {
  const hex = randomHex();
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`;
}

const traceBytes = 24;
const entropy = Buffer.alloc(traceBytes * 128);
let nextByte = entropy.length;

/** 48 digits, drawn from a pool, as asking the system for so few each time costs many times as much. */
function randomHex(): string {
  if (nextByte === entropy.length) {
    randomFillSync(entropy);
    nextByte = 0;
  }
  const from = nextByte;
  nextByte += traceBytes;
  return entropy.toString('hex', from, nextByte);
}
