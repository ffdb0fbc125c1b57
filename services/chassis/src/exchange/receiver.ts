import type { Answer, Call, ExchangeRequest } from '@assay/proto/exchange/v1/exchange_service';
import { DomainError } from '../errors.ts';
import { optionalText } from '../grpc/contract/optional-text.ts';
import type { PerformCall } from '../grpc/perform-call.ts';
import type { Method } from '../grpc/serve.ts';
import { toStatus } from '../grpc/contract/status.ts';
import { inSpan } from '../process/tracing/spans.ts';
import { answerTooLarge, deadlineExceeded, tooLarge } from './call-errors.ts';
import { createFrameReader, maxPayloadBytes } from './frame-reader.ts';
import type { KeptBytes } from './frame-reader.ts';
import type { OpenCalls } from './open-calls.ts';

export interface ServedRpc {
  readonly method: Pick<Method<unknown, unknown>, 'responseSerialize'>;
  readonly perform: PerformCall;
}

/** The rpcs of a server by their path. */
export type ServedRpcs = ReadonlyMap<string, ServedRpc>;

export type AnswerBody = Omit<Answer, 'number'>;

export interface ReceiverOptions {
  /** The process of the platform that opened the stream. */
  readonly opener: string;
  readonly kept: KeptBytes;
  readonly calls: OpenCalls<AnswerBody>;
  readonly rpcs: ServedRpcs;
  readonly answer: (number: number, answered: AnswerBody) => void;
  /** Drops the unsent part of an answer. */
  readonly withdraw: (number: number) => void;
}

export interface Receiver {
  /** Handles one message of the client. Throws when it breaks the protocol. */
  receive(message: ExchangeRequest): void;
  /** Drops calls that did not arrive completely. */
  clear(): void;
}

const maxOpenCalls = 10_000;
const maxTimeoutMs = 2 ** 31 - 1;

/** Creates the receiver of one stream: it assembles calls, performs them and answers. */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { opener, kept, calls, rpcs, answer, withdraw } = options;
  const reader = createFrameReader<Call>(kept);

  function receive(frame: Call): void {
    const problem = findProblem(frame);
    if (problem !== undefined) {
      answer(frame.number, refusal(problem));
      return;
    }
    const whole = reader.begin(frame);
    if (whole === undefined) expire(frame);
    else perform(whole);
  }

  /** Drops an incomplete call at its deadline. */
  function expire({ number, timeoutMs }: Call): void {
    const forget = (): void => {
      if (reader.forget(number)) answer(number, refusal(deadlineExceeded()));
    };
    setTimeout(forget, Math.min(timeoutMs, maxTimeoutMs)).unref();
  }

  function findProblem({ path, sizeBytes }: Call): DomainError | undefined {
    if (!rpcs.has(path)) {
      return new DomainError('UNIMPLEMENTED', 'UNIMPLEMENTED', `This server has no rpc ${path}.`);
    }
    if (calls.size < maxOpenCalls && reader.canBegin(sizeBytes)) return undefined;
    return tooLarge('The request is too large, or too many calls are open.');
  }

  function perform(call: Call): void {
    const rpc = rpcs.get(call.path);
    if (rpc === undefined) return;
    calls.begin(call.number, call.timeoutMs, (limits) =>
      inSpan({ name: call.path.slice(1), kind: 'server', continues: call.traceparent }, () =>
        performCall(rpc, call, { ...limits, opener }),
      ),
    );
  }

  function take({ calls: begun, chunks, cancelled }: ExchangeRequest): void {
    for (const frame of begun) receive(frame);
    for (const chunk of chunks) {
      const whole = reader.add(chunk);
      if (whole !== undefined) perform(whole);
    }
    for (const number of cancelled) {
      reader.forget(number);
      calls.cancel(number);
      withdraw(number);
    }
  }

  return {
    receive: take,
    clear: () => {
      reader.clear();
    },
  };
}

async function performCall(
  { method, perform }: ServedRpc,
  call: Call,
  { deadline, signal, opener }: { deadline: Date; signal: AbortSignal; opener: string },
): Promise<AnswerBody> {
  try {
    const outcome = await perform({
      token: optionalText(call.token),
      requestId: optionalText(call.requestId),
      traceparent: optionalText(call.traceparent),
      clientAddress: optionalText(call.clientAddress),
      deviceType: call.deviceType,
      idempotencyKey: optionalText(call.idempotencyKey),
      deadline,
      signal,
      opener,
      payload: call.payload,
    });
    if (!outcome.ok) return refusal(outcome.error);
    const payload = method.responseSerialize(outcome.response);
    if (payload.length > maxPayloadBytes) return refusal(answerTooLarge());
    return { status: undefined, payload, sizeBytes: payload.length, replayed: outcome.isReplay };
  } catch (error) {
    return refusal(error);
  }
}

const nothing = Buffer.alloc(0);

/** Builds the answer to a failed call. */
export function refusal(error: unknown): AnswerBody {
  return { status: toStatus(error), payload: nothing, sizeBytes: 0, replayed: false };
}
