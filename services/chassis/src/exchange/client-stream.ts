import { Metadata, status } from '@grpc/grpc-js';
import type { CallCredentials, Client, ClientDuplexStream, StatusObject } from '@grpc/grpc-js';
import type {
  Answer,
  Call,
  ExchangeRequest,
  ExchangeResponse,
} from '@assay/proto/exchange/v1/exchange_service';
import { DomainError } from '../errors.ts';
import { fromStatus } from '../grpc/contract/status.ts';
import { answerTooLarge, unreachable } from './call-errors.ts';
import { exchangeService } from './exchange-service.ts';
import { createFrameReader } from './frame-reader.ts';
import type { FrameReader } from './frame-reader.ts';
import { createFrameWriter } from './frame-writer.ts';
import type { FrameWriter } from './frame-writer.ts';
import { createHeartbeatMonitor } from './heartbeat-monitor.ts';
import type { HeartbeatMonitor } from './heartbeat-monitor.ts';
import { isConnectionLost, watchDisconnect } from './disconnect.ts';
import type { DisconnectOptions } from './disconnect.ts';
import { createPendingCalls } from './pending-calls.ts';
import type { PendingCall, PendingCalls } from './pending-calls.ts';

export type Outgoing = Omit<Call, 'number' | 'sizeBytes'>;

/** The client side of one stream, which carries many calls to one server. */
export interface ClientStream {
  /** True while the stream accepts new calls. */
  readonly isOpen: boolean;
  /** The number of calls without an answer. */
  readonly size: number;
  readonly heartbeat: Pick<HeartbeatMonitor, 'receivedAtMs' | 'isSilent'>;
  /** Sends a call; returns its number. */
  call(outgoing: Outgoing, pendingCall: PendingCall): number;
  /** Drops the call and its answer, and has the server abort it. */
  cancel(number: number): void;
  /** Accepts no new calls and ends the stream after the last answer. */
  retire(): void;
  /** Cancels the stream; all pending calls fail with `failure`. */
  destroy(failure: DomainError): void;
}

export interface ClientStreamOptions extends DisconnectOptions {
  /** The interval in which the first message of a server is expected, in milliseconds. Default: 5,000. */
  readonly firstIntervalMs?: number | undefined;
  readonly streamCredentials?: CallCredentials | undefined;
}

export function openClientStream(connection: Client, options: ClientStreamOptions = {}): ClientStream {
  const stream = beginStream(connection, options);
  const disconnect = watchDisconnect(options);
  const reader = createFrameReader<Answer>();
  const writer = createCallWriter(stream);
  const heartbeat = createHeartbeatMonitor(options.firstIntervalMs);
  let isOpen = true;
  const endWhenDone = (): void => {
    if (!isOpen && pendingCalls.size === 0) writer.endWhenEmpty(() => stream.end());
  };
  const pendingCalls = createPendingCalls(endWhenDone);
  const retire = (): void => {
    isOpen = false;
    endWhenDone();
  };
  const stop = (failure: DomainError): void => {
    isOpen = false;
    writer.stop();
    pendingCalls.failAll(failure);
  };
  const destroy = (failure: DomainError): void => {
    stop(failure);
    stream.cancel();
  };
  stream.on('data', (message: ExchangeResponse) => {
    heartbeat.onMessage(message.heardWithinMs);
    disconnect.onMessage(message);
    if (message.closing) retire();
    try {
      receive(message, reader, pendingCalls);
    } catch (cause) {
      destroy(new DomainError('INTERNAL', 'INTERNAL', 'The answer cannot be decoded.', { cause }));
    }
  });
  stream.on('status', (ended: StatusObject) => {
    disconnect.onEnd(ended);
    stop(toFailure(ended));
  });
  return {
    get isOpen() {
      return isOpen;
    },
    get size() {
      return pendingCalls.size;
    },
    heartbeat,
    call(outgoing, pendingCall) {
      const number = pendingCalls.add(pendingCall);
      writer.write({ ...outgoing, number, sizeBytes: outgoing.payload.length });
      return number;
    },
    cancel(number) {
      if (!pendingCalls.remove(number)) return;
      reader.forget(number);
      writer.cancel(number);
    },
    retire,
    destroy,
  };
}

type Stream = ClientDuplexStream<ExchangeRequest, ExchangeResponse>;

interface CallWriter extends FrameWriter<Call> {
  /** Sends the server an abort of the call, unless no part of the call was sent. */
  cancel(number: number): void;
}

function createCallWriter(stream: Stream): CallWriter {
  let cancelled: number[] = [];
  const writer = createFrameWriter<Call>({
    send({ begun: calls, chunks }) {
      const message = { calls, chunks, cancelled };
      cancelled = [];
      return stream.write(message);
    },
    onDrain: (resume) => void stream.once('drain', resume),
  });
  return {
    ...writer,
    cancel(number) {
      if (writer.withdraw(number)) return;
      cancelled.push(number);
      writer.wake();
    },
  };
}

function beginStream(connection: Client, { streamCredentials }: ClientStreamOptions): Stream {
  const { path, requestSerialize, responseDeserialize } = exchangeService.exchange;
  const options = streamCredentials && { credentials: streamCredentials };
  const metadata = new Metadata();
  const stream = connection.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata, {
    ...options,
  });
  // The event `status` reports the failure. Without the cancel, an error on this side leaves the stream unread and the connection open.
  stream.on('error', () => {
    stream.cancel();
  });
  return stream;
}

/** Settles the pending call of each answer that is complete with this message. Throws when the server breaks the protocol. */
function receive(
  { answers, chunks }: ExchangeResponse,
  reader: FrameReader<Answer>,
  pendingCalls: PendingCalls,
): void {
  for (const answer of answers) {
    if (answer.sizeBytes === answer.payload.length) pendingCalls.settle(answer);
    else if (reader.canBegin(answer.sizeBytes)) reader.begin(answer);
    else pendingCalls.fail(answer.number, answerTooLarge());
  }
  for (const chunk of chunks) {
    const whole = reader.add(chunk);
    if (whole !== undefined) pendingCalls.settle(whole);
  }
}

/** Maps the status of an ended stream to the error of its pending calls. */
function toFailure({ code, details }: StatusObject): DomainError {
  if (!isConnectionLost(code)) return fromStatus({ code, message: details, details: [] });
  return unreachable(new Error(`the stream ended with ${status[code]}: ${details}`));
}
