/** Limits the number of concurrent tasks; waiting tasks run in their order. */
export interface Semaphore {
  /** Runs the task as soon as the limit allows, and settles as the task does. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when no task runs or waits. */
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
      // A finished task passes its slot to the next waiting task, so that no new task can take it in between.
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
