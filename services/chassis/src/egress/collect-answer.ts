import type { Dispatcher } from 'undici';
import { AnswerTimeoutError } from './egress-error.ts';

export interface AnswerLimits {
  /** The limit for the whole exchange: connection, request and answer. */
  readonly totalMs: number;
  /** The connection is closed after this number of bytes of a body. */
  readonly maxReadBytes: number;
  /** The number of bytes of a body that are kept. */
  readonly keptBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the body, decoded as UTF-8. */
  readonly body: string;
}

/**
 * Sends a request and collects the beginning of its answer. A body beyond the limit is cut and counts as complete. Rejects with an
 * AnswerTimeoutError, with the reason of `signal`, or with the error of the dispatcher. The method `request` of undici would reject
 * only when the request has a connection.
 */
export async function collectAnswer(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: AnswerLimits,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted();
  const collector = createCollector(limits);
  const late = setTimeout(() => {
    collector.cancel(new AnswerTimeoutError(limits.totalMs));
  }, limits.totalMs);
  const onAbort = (): void => {
    collector.cancel(signal?.reason as Error);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    dispatcher.dispatch(request, collector.handler);
    return await collector.answer;
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', onAbort);
  }
}

function createCollector({ keptBytes, maxReadBytes }: AnswerLimits) {
  const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>();
  const kept: Buffer[] = [];
  let head: Omit<Answer, 'body'> = { status: 0, headers: {} };
  let readBytes = 0;
  let controller: Dispatcher.DispatchController | undefined;
  let canceled: Error | undefined;
  const complete = (): void => {
    resolve({ ...head, body: decode(Buffer.concat(kept)) });
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (canceled !== undefined) controller.abort(canceled);
    },
    // The last call is for the answer itself; informational ones (1xx) may precede it.
    onResponseStart(_controller, status, headers) {
      head = { status, headers };
    },
    onResponseData(responding, chunk) {
      if (readBytes < keptBytes) kept.push(chunk.subarray(0, keptBytes - readBytes));
      readBytes += chunk.byteLength;
      if (readBytes < maxReadBytes) return;
      complete();
      responding.abort(new Error('The body is longer than the limit.'));
    },
    onResponseEnd: complete,
    onResponseError(_controller, error) {
      reject(error);
    },
  };
  return {
    answer,
    handler,
    cancel(reason: Error) {
      canceled = reason;
      reject(reason);
      controller?.abort(reason);
    },
  };
}

/** Decodes bytes without a character that is cut at their end. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}
