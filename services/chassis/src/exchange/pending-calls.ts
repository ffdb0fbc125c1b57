import type { Answer } from '@assay/proto/exchange/v1/exchange_service';
import type { DomainError } from '../errors.ts';
import { fromStatus } from '../grpc/contract/status.ts';

/** A pending call. Exactly one of its callbacks runs, once. */
export interface PendingCall {
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (error: DomainError) => void;
}

/** The pending calls of one stream, by number. */
export interface PendingCalls {
  readonly size: number;
  /** Adds a call and returns its number. */
  add(pendingCall: PendingCall): number;
  /** Removes a call. Returns false when it is unknown or was settled. */
  remove(number: number): boolean;
  settle(answer: Answer): void;
  fail(number: number, error: DomainError): void;
  failAll(error: DomainError): void;
}

/** Creates the set of pending calls. `onNone` runs each time the set becomes empty. */
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
