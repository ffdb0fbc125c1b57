import type { Answer } from '@assay/proto/exchange/v1/exchange_service';
import { DomainError } from '../errors.ts';
import type { ClientStream, Outgoing } from './client-stream.ts';

export interface CallOptions {
  readonly signal: AbortSignal | undefined;
  /** Told of a stream on which nothing was heard for as long as a call had time. */
  readonly onSilence: (stream: ClientStream) => void;
}

/** One call on one stream: its answer, its deadline or its cancellation, whichever comes first. */
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

export function cancelled(): DomainError {
  return new DomainError('CANCELLED', 'CANCELLED', 'the call was cancelled');
}

export function deadlineExceeded(): DomainError {
  return new DomainError('DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED', 'the deadline has passed');
}
