const pollMs = 2_000;

interface PollOptions<T> {
  readonly read: () => Promise<T>;
  readonly onChange: (value: T) => void;
  readonly onProblem: (error: unknown) => void;
  /** The polling pauses after a value without work in progress. */
  readonly isRunning: (value: T) => boolean;
}

export interface Poll {
  /** Reads now, and polls again while work is in progress. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Reads a value every two seconds while work is in progress. It begins with `refresh`. */
export function createPoll<T>({ read, onChange, onProblem, isRunning }: PollOptions<T>): Poll {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reads = 0;
  async function refresh(): Promise<void> {
    clearTimeout(timer);
    reads += 1;
    const own = reads;
    let mustContinue = true;
    try {
      const value = await read();
      if (isStopped || own !== reads) return;
      onChange(value);
      mustContinue = isRunning(value);
    } catch (error) {
      if (isStopped || own !== reads) return;
      onProblem(error);
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
