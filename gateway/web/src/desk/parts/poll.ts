import { show } from '../../shared/dom.ts';
import { ApiError } from '../../shared/api-error.ts';
import type { Attempts } from './attempt.ts';

const pollMs = 2_000;

interface PollOptions<T> {
  readonly read: () => Promise<T>;
  readonly onChange: (value: T) => void;
  /** The polling pauses after a value without work in progress. */
  readonly isRunning: (value: T) => boolean;
  /** Shows the error of a read. */
  readonly showProblem: Attempts['showProblem'];
}

export interface Poll {
  /** Reads now, and polls again while work is in progress. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Reads a value every two seconds while work is in progress. It begins with `refresh`. */
export function createPoll<T>({ read, onChange, isRunning, showProblem }: PollOptions<T>): Poll {
  let isStopped = false;
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reads = 0;
  async function refresh(): Promise<void> {
    clearTimeout(timer);
    reads += 1;
    const own = reads;
    const isObsolete = (): boolean => isStopped || own !== reads;
    let mustContinue: boolean;
    try {
      const value = await read();
      if (isObsolete()) return;
      if (hasFailed) show('problem', false);
      hasFailed = false;
      onChange(value);
      mustContinue = isRunning(value);
    } catch (error) {
      if (isObsolete()) return;
      if (!hasFailed) showProblem(error);
      hasFailed = true;
      mustContinue = isTransient(error);
    }
    if (mustContinue) timer = setTimeout(() => void refresh(), pollMs);
  }
  return {
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Returns true for errors that may end by themselves: a lost connection, too many requests, an unavailable server. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
