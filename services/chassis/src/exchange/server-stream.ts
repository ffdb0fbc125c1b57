import { status } from '@grpc/grpc-js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type {
  Answer,
  Call,
  ExchangeRequest,
  ExchangeResponse,
} from '@assay/proto/exchange/v1/exchange_service';
import { DomainError } from '../errors.ts';
import type { PerformCall } from '../grpc/perform-call.ts';
import type { Method } from '../grpc/serve.ts';
import { toStatus } from '../grpc/status.ts';
import { inServerSpan } from './call-span.ts';
import { createFrameReader, maxPayloadBytes } from './frame-reader.ts';
import { createFrameWriter } from './frame-writer.ts';
import { createOpenCalls } from './open-calls.ts';
import type { OpenCalls } from './open-calls.ts';

export interface ServedRpc {
  readonly method: Pick<Method<unknown, unknown>, 'requestDeserialize' | 'responseSerialize'>;
  readonly perform: PerformCall;
}

/** By path. */
export type ServedRpcs = ReadonlyMap<string, ServedRpc>;

type Stream = ServerDuplexStream<ExchangeRequest, ExchangeResponse>;
type Answered = Omit<Answer, 'number'>;

export interface ServerStream {
  /** Lets the caller hear that the server is there. */
  beat(): void;
  /** Asks the caller to take further calls elsewhere. */
  close(): void;
}

export interface ServerStreamOptions {
  readonly rpcs: ServedRpcs;
  /** How often `beat` is called. */
  readonly heartbeatMs: number;
  readonly onGone: () => void;
}

const maxOpenCalls = 10_000;

/** Performs the calls of one stream until its caller ends or breaks it. */
export function openServerStream(stream: Stream, options: ServerStreamOptions): ServerStream {
  const { rpcs, heartbeatMs: heardWithinMs, onGone } = options;
  let isClosing = false;
  let hasEnded = false;
  const writer = createFrameWriter<Answer>({
    send: ({ begun, chunks }) => stream.write({ answers: begun, chunks, closing: isClosing, heardWithinMs }),
    onDrain: (resume) => void stream.once('drain', resume),
  });
  const answer = (number: number, answered: Answered): void => {
    writer.write({ number, ...answered });
    if (hasEnded && calls.size === 0) writer.whenEmpty(() => stream.end());
  };
  const calls = createOpenCalls<Answered>({
    onDone: answer,
    onDeadline: (number, error) => {
      answer(number, refusal(error));
    },
  });
  const receive = createReceiver({
    calls,
    rpcs,
    answer,
    withdraw: (number) => void writer.withdraw(number),
  });
  const onMessage = (message: ExchangeRequest): void => {
    try {
      receive(message);
    } catch (error) {
      const details = error instanceof Error ? error.message : String(error);
      stream.off('data', onMessage);
      writer.stop();
      calls.cancelAll();
      stream.emit('error', { code: status.INVALID_ARGUMENT, details });
    }
  };
  stream.on('data', onMessage);
  stream.on('end', () => {
    hasEnded = true;
    if (calls.size === 0) writer.whenEmpty(() => stream.end());
  });
  stream.on('cancelled', () => {
    writer.stop();
    calls.cancelAll();
    onGone();
  });
  stream.on('finish', onGone);
  return {
    beat: () => {
      writer.wake();
    },
    close() {
      isClosing = true;
      writer.wake();
    },
  };
}

interface Receiving {
  readonly calls: OpenCalls<Answered>;
  readonly rpcs: ServedRpcs;
  readonly answer: (number: number, answered: Answered) => void;
  /** Drops what of an answer was not sent yet. */
  readonly withdraw: (number: number) => void;
}

/** Takes one message of the caller. Throws when it breaks the protocol. */
function createReceiver({ calls, rpcs, answer, withdraw }: Receiving): (message: ExchangeRequest) => void {
  const reader = createFrameReader<Call>();

  function receive(frame: Call): void {
    const problem = problemOf(frame);
    if (problem !== undefined) {
      answer(frame.number, refusal(problem));
      return;
    }
    const whole = reader.begin(frame);
    if (whole !== undefined) perform(whole);
  }

  function problemOf({ path, sizeBytes }: Call): DomainError | undefined {
    if (!rpcs.has(path)) {
      return new DomainError('UNIMPLEMENTED', 'UNIMPLEMENTED', `the server has no rpc ${path}`);
    }
    if (calls.size < maxOpenCalls && reader.hasRoomFor(sizeBytes)) return undefined;
    return tooMuch('the request is too large');
  }

  function perform(call: Call): void {
    const rpc = rpcs.get(call.path);
    if (rpc === undefined) return;
    calls.begin(call.number, call.timeoutMs, (limits) =>
      inServerSpan(call.path, call.traceparent, () => performCall(rpc, call, limits)),
    );
  }

  return ({ calls: begun, chunks, cancelled }) => {
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
  };
}

async function performCall(
  { method, perform }: ServedRpc,
  call: Call,
  limits: { deadline: Date; signal: AbortSignal },
): Promise<Answered> {
  try {
    const outcome = await perform({
      token: given(call.token),
      requestId: given(call.requestId),
      traceparent: given(call.traceparent),
      clientAddress: given(call.clientAddress),
      idempotencyKey: given(call.idempotencyKey),
      deadline: limits.deadline,
      signal: limits.signal,
      request: method.requestDeserialize(call.payload),
    });
    if (!outcome.ok) return refusal(outcome.error);
    const payload = method.responseSerialize(outcome.response);
    if (payload.length > maxPayloadBytes) return refusal(tooMuch('the answer is too large'));
    return { status: undefined, payload, sizeBytes: payload.length, replayed: outcome.isReplay };
  } catch (error) {
    return refusal(error);
  }
}

function tooMuch(message: string): DomainError {
  return new DomainError('RESOURCE_EXHAUSTED', 'RESOURCE_EXHAUSTED', message);
}

function given(text: string): string | undefined {
  return text === '' ? undefined : text;
}

const nothing = Buffer.alloc(0);

function refusal(error: unknown): Answered {
  return { status: toStatus(error), payload: nothing, sizeBytes: 0, replayed: false };
}
