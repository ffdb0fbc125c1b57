import type { Answer } from '@assay/proto/exchange/v1/exchange_service';
import type { DomainError } from '../errors.ts';
import { fromStatus } from '../grpc/status.ts';

/** Who waits for an answer; told one thing, once. */
export interface PendingCall {
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (error: DomainError) => void;
}

/** Who waits on one stream, by number. */
export interface PendingCalls {
  readonly size: number;
  /** Returns the number of the call. */
  add(pendingCall: PendingCall): number;
  /** False when nobody waited. */
  remove(number: number): boolean;
  settle(answer: Answer): void;
  fail(number: number, error: DomainError): void;
  failAll(error: DomainError): void;
}

/** `onNone` is called whenever the last one has gone. */
export function createPendingCalls(onNone: () => void): PendingCalls {
  const pendingCalls = new Map<number, PendingCall>();
  let lastNumber = 0;

  function release(number: number): PendingCall | undefined {
    const pendingCall = pendingCalls.get(number);
    if (pendingCalls.delete(number) && pendingCalls.size === 0) onNone();
    return pendingCall;
  }

  return {
    get size() {
      return pendingCalls.size;
    },
    add(pendingCall) {
      lastNumber += 1;
      pendingCalls.set(lastNumber, pendingCall);
      return lastNumber;
    },
    remove: (number) => release(number) !== undefined,
    settle(answer) {
      const pendingCall = release(answer.number);
      if (answer.status === undefined) pendingCall?.onAnswer(answer);
      else pendingCall?.onFailure(fromStatus(answer.status));
    },
    fail(number, error) {
      release(number)?.onFailure(error);
    },
    failAll(error) {
      for (const number of [...pendingCalls.keys()]) release(number)?.onFailure(error);
    },
  };
}
