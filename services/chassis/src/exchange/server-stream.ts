import { status } from '@grpc/grpc-js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { Answer, ExchangeRequest, ExchangeResponse } from '@assay/proto/exchange/v1/exchange_service';
import { createFrameWriter } from './frame-writer.ts';
import { createOpenCalls } from './open-calls.ts';
import { createReceiver, refusal } from './receiver.ts';
import type { AnswerBody, ReceiverOptions } from './receiver.ts';

type Stream = ServerDuplexStream<ExchangeRequest, ExchangeResponse>;

export interface ServerStream {
  /** Sends a heartbeat. */
  beat(): void;
  /** Requests the client to send new calls to another server. */
  close(): void;
}

export interface ServerStreamOptions extends Pick<ReceiverOptions, 'opener' | 'kept' | 'rpcs'> {
  /** The interval at which `beat` is called, in milliseconds; announced to the client in each message. */
  readonly heartbeatMs: number;
  readonly onGone: () => void;
}

/** Performs the calls of one stream until its client ends or breaks it. */
export function openServerStream(stream: Stream, options: ServerStreamOptions): ServerStream {
  const { heartbeatMs: heardWithinMs, onGone } = options;
  let isClosing = false;
  let hasEnded = false;
  const writer = createFrameWriter<Answer>({
    send: ({ begun, chunks }) => stream.write({ answers: begun, chunks, closing: isClosing, heardWithinMs }),
    onDrain: (resume) => void stream.once('drain', resume),
  });
  const answer = (number: number, answered: AnswerBody): void => {
    writer.write({ number, ...answered });
    if (hasEnded && calls.size === 0) writer.endWhenEmpty(() => stream.end());
  };
  const calls = createOpenCalls<AnswerBody>({
    onDone: answer,
    onDeadline: (number, error) => {
      answer(number, refusal(error));
    },
  });
  const receiver = createReceiver({
    ...options,
    calls,
    answer,
    withdraw: (number) => void writer.withdraw(number),
  });
  const giveUp = (): void => {
    writer.stop();
    calls.cancelAll();
    receiver.clear();
  };
  const onMessage = (message: ExchangeRequest): void => {
    try {
      receiver.receive(message);
    } catch (error) {
      const details = error instanceof Error ? error.message : String(error);
      stream.off('data', onMessage);
      giveUp();
      stream.emit('error', { code: status.INVALID_ARGUMENT, details });
    }
  };
  stream.on('data', onMessage);
  stream.on('end', () => {
    hasEnded = true;
    if (calls.size === 0) writer.endWhenEmpty(() => stream.end());
  });
  stream.on('cancelled', () => {
    giveUp();
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
