import type { Dispatcher } from 'undici';
import { kibibytes, seconds } from '../units.ts';
import { checkUrl } from './check-url.ts';
import type { EgressPolicy } from './check-url.ts';
import { describeFailure, describeTimeout } from './describe-failure.ts';
import type { Failure } from './describe-failure.ts';
import { EgressError } from './egress-error.ts';

export interface SendDeps {
  readonly agent: Dispatcher;
  readonly policy: EgressPolicy;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Cancels the request. `sendRequest` then rejects with the reason. */
  readonly signal?: AbortSignal;
}

export interface SendLimits {
  /** The limit for the whole exchange: connection, request and response. */
  readonly totalMs: number;
  /** The connection is closed after this number of bytes of a body. */
  readonly maxReadBytes: number;
  /** The number of bytes of a body in the result. */
  readonly keptBytes: number;
}

export const sendLimits: SendLimits = {
  totalMs: seconds(10),
  maxReadBytes: kibibytes(64),
  keptBytes: kibibytes(2),
};

export type SendResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Dispatcher.ResponseData['headers'];
      /** The beginning of the body, decoded as UTF-8. */
      readonly body: string;
      readonly durationMs: number;
    }
  | (Failure & { readonly kind: 'failed'; readonly durationMs: number });

type Answer = Omit<Extract<SendResult, { kind: 'answered' }>, 'kind' | 'durationMs'>;

/**
 * Sends one request through the egress agent. Redirects are answers like any other. A request that gets no complete answer within the
 * limits is a result, not an exception.
 */
export async function sendRequest(
  deps: SendDeps,
  request: OutgoingRequest,
  limits: SendLimits = sendLimits,
): Promise<SendResult> {
  const startedMs = performance.now();
  const measureMs = (): number => Math.round(performance.now() - startedMs);
  const timeout = new AbortController();
  const late = setTimeout(() => {
    timeout.abort();
  }, limits.totalMs);
  try {
    const answer = await exchange(deps, request, limits, timeout.signal);
    return { kind: 'answered', ...answer, durationMs: measureMs() };
  } catch (error) {
    request.signal?.throwIfAborted();
    const failure = timeout.signal.aborted ? describeTimeout(limits.totalMs) : describeFailure(error);
    if (failure === undefined) throw error;
    return { kind: 'failed', ...failure, durationMs: measureMs() };
  } finally {
    clearTimeout(late);
  }
}

async function exchange(
  { agent, policy }: SendDeps,
  { url, method, headers, body, signal }: OutgoingRequest,
  limits: SendLimits,
  timeout: AbortSignal,
): Promise<Answer> {
  const checked = checkUrl(policy, url);
  if ('refusal' in checked) throw new EgressError(checked.refusal);
  const { origin, pathname, search } = checked.url;
  const response = await agent.request({
    origin,
    path: pathname + search,
    method,
    headers: { ...headers },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : Buffer.from(body),
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    // The stream reads at most this much ahead of its reader.
    highWaterMark: limits.keptBytes,
  });
  const beginning = await readBeginning(response.body, limits);
  return { status: response.statusCode, headers: response.headers, body: decode(beginning) };
}

/** Reads a body to its end or to the limit, and returns the first bytes. A body beyond the limit closes its connection. */
async function readBeginning(body: AsyncIterable<unknown>, limits: SendLimits): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let readBytes = 0;
  for await (const chunk of body) {
    const bytes = chunk as Uint8Array;
    if (readBytes < limits.keptBytes) kept.push(bytes.subarray(0, limits.keptBytes - readBytes));
    readBytes += bytes.byteLength;
    if (readBytes >= limits.maxReadBytes) break;
  }
  return Buffer.concat(kept);
}

/** Decodes bytes without a character that is cut at their end. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}
