import { DomainError } from '../errors.ts';
import { deadlineExceeded } from './call-errors.ts';

/** The calls of one stream that a server is performing, by number. */
export interface OpenCalls<Outcome> {
  readonly size: number;
  /** Starts work that must end within `timeoutMs`. Throws when the number is in use. */
  begin(number: number, timeoutMs: number, work: Work<Outcome>): void;
  /** Aborts the work; its outcome is dropped. */
  cancel(number: number): void;
  cancelAll(): void;
}

/** The work of one call. It never rejects. */
export type Work<Outcome> = (limits: { deadline: Date; signal: AbortSignal }) => Promise<Outcome>;

export interface OpenCallsOptions<Outcome> {
  readonly onDone: (number: number, outcome: Outcome) => void;
  readonly onDeadline: (number: number, error: DomainError) => void;
}

interface OpenCall {
  readonly abort: AbortController;
  readonly timer: NodeJS.Timeout;
}

/** Creates the set of open calls. Each call ends once: with its outcome, at its deadline, or silently when it is cancelled. */
export function createOpenCalls<Outcome>(options: OpenCallsOptions<Outcome>): OpenCalls<Outcome> {
  const open = new Map<number, OpenCall>();

  function end(number: number, reason: DomainError | undefined): boolean {
    const call = open.get(number);
    if (call === undefined) return false;
    open.delete(number);
    clearTimeout(call.timer);
    if (reason !== undefined) call.abort.abort(reason);
    return true;
  }

  function expire(number: number): void {
    const late = deadlineExceeded();
    if (end(number, callerGone())) options.onDeadline(number, late);
  }

  return {
    get size() {
      return open.size;
    },
    begin(number, timeoutMs, work) {
      if (open.has(number)) throw new Error(`call ${number} is already open`);
      const abort = new AbortController();
      open.set(number, { abort, timer: setTimeout(expire, timeoutMs, number) });
      const deadline = new Date(Date.now() + timeoutMs);
      void work({ deadline, signal: abort.signal }).then((outcome) => {
        if (end(number, undefined)) options.onDone(number, outcome);
      });
    },
    cancel(number) {
      end(number, callerGone());
    },
    cancelAll() {
      for (const number of [...open.keys()]) end(number, callerGone());
    },
  };
}

/** The abort reason of a call whose client no longer needs the answer. */
export function callerGone(): DomainError {
  return new DomainError(
    'CANCELLED',
    'CANCELLED',
    'The client cancelled the call or its deadline has passed.',
  );
}
