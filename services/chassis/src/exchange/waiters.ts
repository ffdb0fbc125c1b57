import type { Answer } from '@assay/proto/exchange/v1/exchange_service';
import type { DomainError } from '../errors.ts';
import { fromStatus } from '../grpc/status.ts';

/** Who waits for an answer; told one thing, once. */
export interface Waiter {
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (error: DomainError) => void;
}

/** Who waits on one stream, by number. */
export interface Waiters {
  readonly size: number;
  /** Returns the number of the call. */
  add(waiter: Waiter): number;
  /** False when nobody waited. */
  remove(number: number): boolean;
  settle(answer: Answer): void;
  fail(number: number, error: DomainError): void;
  failAll(error: DomainError): void;
}

/** `onNone` is called whenever the last one has gone. */
export function createWaiters(onNone: () => void): Waiters {
  const waiters = new Map<number, Waiter>();
  let lastNumber = 0;

  function release(number: number): Waiter | undefined {
    const waiter = waiters.get(number);
    if (waiters.delete(number) && waiters.size === 0) onNone();
    return waiter;
  }

  return {
    get size() {
      return waiters.size;
    },
    add(waiter) {
      lastNumber += 1;
      waiters.set(lastNumber, waiter);
      return lastNumber;
    },
    remove: (number) => release(number) !== undefined,
    settle(answer) {
      const waiter = release(answer.number);
      if (answer.status === undefined) waiter?.onAnswer(answer);
      else waiter?.onFailure(fromStatus(answer.status));
    },
    fail(number, error) {
      release(number)?.onFailure(error);
    },
    failAll(error) {
      for (const number of [...waiters.keys()]) release(number)?.onFailure(error);
    },
  };
}
