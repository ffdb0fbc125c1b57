import type { Answer } from '@assay/proto/exchange/v1/exchange_service';
import type { DomainError } from '../errors.ts';
import { cancelled, deadlineExceeded } from './call-errors.ts';
import type { ClientStream, Outgoing } from './client-stream.ts';

export interface CallOptions {
  readonly signal: AbortSignal | undefined;
  /** Called with the stream when a call reached its deadline and no message arrived on the stream since the call began. */
  readonly onSilence: (stream: ClientStream) => void;
}

/** Makes one call on a stream. Rejects with the error of the server, DEADLINE_EXCEEDED or CANCELLED. */
export function callOnStream(
  stream: ClientStream,
  outgoing: Outgoing,
  { signal, onSilence }: CallOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const startedAtMs = performance.now();
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const number = stream.call(outgoing, {
      onAnswer(answer) {
        cleanUp();
        resolve(answer);
      },
      onFailure(error) {
        cleanUp();
        reject(error);
      },
    });
    const giveUp = (error: DomainError): void => {
      cleanUp();
      stream.cancel(number);
      reject(error);
    };
    const onAbort = (): void => {
      giveUp(cancelled());
    };
    const timer = setTimeout(() => {
      if (stream.heartbeat.receivedAtMs < startedAtMs) onSilence(stream);
      giveUp(deadlineExceeded());
    }, outgoing.timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
