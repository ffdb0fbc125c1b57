import { Metadata, status } from '@grpc/grpc-js';
import type { CallCredentials, Client, ClientDuplexStream, StatusObject } from '@grpc/grpc-js';
import type {
  Answer,
  Call,
  ExchangeRequest,
  ExchangeResponse,
} from '@assay/proto/exchange/v1/exchange_service';
import { DomainError } from '../errors.ts';
import { fromStatus } from '../grpc/status.ts';
import { exchangeService } from './exchange-service.ts';
import { createFrameReader } from './frame-reader.ts';
import type { FrameReader } from './frame-reader.ts';
import { createFrameWriter } from './frame-writer.ts';
import type { FrameWriter } from './frame-writer.ts';
import { createHearing } from './hearing.ts';
import type { Hearing } from './hearing.ts';
import { isConnectionLost, watchLeaving } from './leaving.ts';
import type { LeavingOptions } from './leaving.ts';
import { createWaiters } from './waiters.ts';
import type { Waiter, Waiters } from './waiters.ts';

export type Outgoing = Omit<Call, 'number' | 'sizeBytes'>;

/** One stream to one server, which carries many calls. */
export interface ClientStream {
  /** Whether it takes further calls. */
  readonly isOpen: boolean;
  /** Calls that wait for their answer. */
  readonly size: number;
  readonly hearing: Pick<Hearing, 'heardAtMs' | 'isSilent'>;
  /** Sends a call; returns its number. */
  call(outgoing: Outgoing, waiter: Waiter): number;
  /** Nobody waits for this call any more. */
  cancel(number: number): void;
  /** Takes no further calls, and ends once the last one was answered. */
  retire(): void;
  /** Breaks the stream; who waits is told why. */
  destroy(failure: DomainError): void;
}

export interface ClientStreamOptions extends LeavingOptions {
  readonly streamCredentials?: CallCredentials | undefined;
}

export function openClientStream(connection: Client, options: ClientStreamOptions = {}): ClientStream {
  const stream = beginStream(connection, options);
  const leaving = watchLeaving(options);
  const reader = createFrameReader<Answer>();
  const writer = createCallWriter(stream);
  const hearing = createHearing();
  let isOpen = true;
  const endWhenDone = (): void => {
    if (!isOpen && waiters.size === 0) writer.endWhenEmpty(() => stream.end());
  };
  const waiters = createWaiters(endWhenDone);
  const retire = (): void => {
    isOpen = false;
    endWhenDone();
  };
  const stop = (failure: DomainError): void => {
    isOpen = false;
    writer.stop();
    waiters.failAll(failure);
  };
  const destroy = (failure: DomainError): void => {
    stop(failure);
    stream.cancel();
  };
  stream.on('data', (message: ExchangeResponse) => {
    hearing.hear(message.heardWithinMs);
    leaving.hear(message);
    if (message.closing) retire();
    try {
      receive(message, reader, waiters);
    } catch (cause) {
      destroy(new DomainError('INTERNAL', 'INTERNAL', 'the answer cannot be read', { cause }));
    }
  });
  stream.on('status', (ended: StatusObject) => {
    leaving.end(ended);
    stop(failureOf(ended));
  });
  return {
    get isOpen() {
      return isOpen;
    },
    get size() {
      return waiters.size;
    },
    hearing,
    call(outgoing, waiter) {
      const number = waiters.add(waiter);
      writer.write({ ...outgoing, number, sizeBytes: outgoing.payload.length });
      return number;
    },
    cancel(number) {
      if (!waiters.remove(number)) return;
      reader.forget(number);
      writer.cancel(number);
    },
    retire,
    destroy,
  };
}

type Stream = ClientDuplexStream<ExchangeRequest, ExchangeResponse>;

interface CallWriter extends FrameWriter<Call> {
  /** Tells the server that nobody waits, if it knows of the call at all. */
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
  // A status is told by `status`, too. After a fault of this side nobody would read on, and the connection could never close.
  stream.on('error', () => {
    stream.cancel();
  });
  return stream;
}

/** Hands each answer of a message to who waits for it. */
function receive({ answers, chunks }: ExchangeResponse, reader: FrameReader<Answer>, waiters: Waiters): void {
  for (const answer of answers) {
    if (answer.sizeBytes === answer.payload.length) waiters.settle(answer);
    else if (reader.hasRoomFor(answer.sizeBytes)) reader.begin(answer);
    else waiters.fail(answer.number, tooLarge());
  }
  for (const chunk of chunks) {
    const whole = reader.add(chunk);
    if (whole !== undefined) waiters.settle(whole);
  }
}

function tooLarge(): DomainError {
  return new DomainError('RESOURCE_EXHAUSTED', 'RESOURCE_EXHAUSTED', 'the answer is too large');
}

/** What the end of a stream means for the calls on it. */
function failureOf({ code, details }: StatusObject): DomainError {
  if (!isConnectionLost(code)) return fromStatus({ code, message: details, details: [] });
  return unreachable(new Error(`the stream ended with ${status[code]}: ${details}`));
}

/** What a call learns whose server is gone. */
export function unreachable(cause: Error): DomainError {
  return new DomainError('UNAVAILABLE', 'UNAVAILABLE', 'the service cannot be reached', { cause });
}
