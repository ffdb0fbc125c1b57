import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { DomainError } from '@assay/chassis/errors';
import { noteChunk } from '@assay/chassis/http/collect-chunks';
import type { Deps } from '../deps.ts';
import { storePart } from '../domain/resumable-upload/store-part.ts';
import type { StoredPart } from '../domain/resumable-upload/store-part.ts';

interface PartParams {
  readonly projectId: string;
  readonly uploadId: string;
  readonly partNumber: string;
}

interface IncomingRequest {
  readonly request: FastifyRequest;
  /** Called when the whole body has arrived. */
  readonly onReceived: () => void;
}

/** Stores the body of a request as one part of an upload. */
export function receivePart(
  deps: Deps,
  call: CallContext,
  { request, onReceived }: IncomingRequest,
): Promise<StoredPart> {
  const { projectId, uploadId, partNumber: text } = request.params as PartParams;
  const partNumber = /^[1-9]\d{0,5}$/u.test(text) ? Number(text) : 0;
  const read = async (into: Buffer): Promise<void> => {
    await readExactly(request, call.signal, into);
    onReceived();
  };
  return storePart(deps, call, { projectId, uploadId, partNumber, read });
}

/**
 * The whole body. INVALID_ARGUMENT when it has another length; what the signal is aborted with. The request itself stays as
 * it is, since it is still to be answered.
 */
async function readExactly({ raw }: FastifyRequest, signal: AbortSignal, into: Buffer): Promise<void> {
  signal.throwIfAborted();
  const bytes = into.byteLength;
  const announced = raw.headers['content-length'];
  if (announced !== undefined && Number(announced) !== bytes) throw wrongLength(bytes);
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  let received = 0;
  const take = (chunk: Buffer): void => {
    noteChunk(chunk.byteLength);
    if (received + chunk.byteLength > bytes) fail(wrongLength(bytes));
    received += chunk.copy(into, received);
  };
  const abort = (): void => {
    fail(signal.reason as DomainError);
  };
  signal.addEventListener('abort', abort, { once: true });
  raw.on('data', take);
  try {
    await Promise.race([finished(raw, { writable: false }), failed]);
  } finally {
    raw.off('data', take).pause();
    signal.removeEventListener('abort', abort);
  }
  if (received !== bytes) throw wrongLength(bytes);
}

function wrongLength(bytes: number): DomainError {
  return invalidField('body', `this part has ${bytes} bytes`);
}
