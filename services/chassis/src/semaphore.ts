/** Lets a fixed number of tasks run at once, the others in the order they came. */
export interface Semaphore {
  /** Runs the task when a permit is free; settles as the task does. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

export function createSemaphore(maxRunning: number): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  let idlers: (() => void)[] = [];

  function release(): void {
    const next = waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    running -= 1;
    if (running > 0) return;
    for (const resolve of idlers) resolve();
    idlers = [];
  }

  return {
    async run(task) {
      // Who is woken takes over the permit of who woke it, so that nobody can slip in between.
      if (running < maxRunning) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        release();
      }
    },
    idle() {
      if (running === 0) return Promise.resolve();
      return new Promise((resolve) => idlers.push(resolve));
    },
  };
}
