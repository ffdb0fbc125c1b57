import type { Dispatcher } from 'undici';
import { kibibytes, seconds } from '../units.ts';
import { checkUrl, formatRequestUrl } from './check-url.ts';
import type { EgressPolicy } from './check-url.ts';
import { collectAnswer } from './collect-answer.ts';
import type { Answer, AnswerLimits } from './collect-answer.ts';
import { describeFailure } from './describe-failure.ts';
import type { Failure } from './describe-failure.ts';
import { EgressError } from './egress-error.ts';

export interface SendDeps {
  /** The dispatcher of `createEgressAgent`. */
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

export const sendLimits: AnswerLimits = {
  totalMs: seconds(10),
  maxReadBytes: kibibytes(64),
  keptBytes: kibibytes(2),
};

export type SendResult =
  | (Answer & { readonly kind: 'answered'; readonly durationMs: number })
  | (Failure & { readonly kind: 'failed'; readonly durationMs: number });

/**
 * Sends one request through the egress agent. Redirects are answers like any other. A request that gets no complete answer within the
 * limits is a result, not an exception.
 */
export async function sendRequest(
  deps: SendDeps,
  request: OutgoingRequest,
  limits: AnswerLimits = sendLimits,
): Promise<SendResult> {
  const startedMs = performance.now();
  const measureMs = (): number => Math.round(performance.now() - startedMs);
  try {
    const answer = await exchange(deps, request, limits);
    return { kind: 'answered', ...answer, durationMs: measureMs() };
  } catch (error) {
    request.signal?.throwIfAborted();
    const failure = describeFailure(error);
    if (failure === undefined) throw error;
    return { kind: 'failed', ...failure, durationMs: measureMs() };
  }
}

async function exchange(
  { agent, policy }: SendDeps,
  { url, method, headers, body, signal }: OutgoingRequest,
  limits: AnswerLimits,
): Promise<Answer> {
  const checked = checkUrl(policy, url);
  if ('refusal' in checked) throw new EgressError(checked.refusal);
  const { origin } = checked.url;
  const path = formatRequestUrl(checked.url).slice(origin.length);
  const request = { origin, path, method, headers: { ...headers }, body: body ?? null };
  return collectAnswer(agent, request, limits, signal);
}
