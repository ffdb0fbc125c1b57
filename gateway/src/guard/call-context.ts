import { randomFillSync, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { currentTraceparent } from '@assay/chassis/process/tracing/spans';
import { readDeviceType } from './device-type.ts';

const safeRequestId = /^[\w.:-]{1,64}$/u;
const validTraceparent = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/u;

/** Returns the request id of the client when it is safe to log and to send back, else a new one. */
export function readRequestId({ headers }: IncomingMessage): string {
  const value = headers['x-request-id'];
  return typeof value === 'string' && safeRequestId.test(value) ? value : randomUUID();
}

/** Creates the context of all calls of a request. It aborts when the client disconnects and expires after `timeoutMs`. */
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
    deviceType: readDeviceType(request.headers),
    deadline: new Date(Date.now() + timeoutMs),
    signal: abort.signal,
  };
}

/** Returns the valid `traceparent` of the client; undefined when there is none. */
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

/** Returns 48 hex digits from a pool of random bytes. A system call for each request would be many times slower. */
function randomHex(): string {
  if (nextByte === entropy.length) {
    randomFillSync(entropy);
    nextByte = 0;
  }
  const from = nextByte;
  nextByte += traceBytes;
  return entropy.toString('hex', from, nextByte);
}
