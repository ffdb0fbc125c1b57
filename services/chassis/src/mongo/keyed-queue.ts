/** Runs tasks by key: at most `limit` at once, never two of one key, and at most one waiting task per key. */
export interface KeyedQueue {
  /**
   * Runs the task after the running task of its key. If the key has a waiting task already, returns the result of
   * that task.
   */
  run(key: string, task: () => Promise<boolean>): Promise<boolean>;
  /** Returns the number of tasks that run or wait. */
  size(): number;
  /** Resolves when no task runs or waits. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly task: () => Promise<boolean>;
  readonly outcome: PromiseWithResolvers<boolean>;
}

export function createKeyedQueue(limit: number): KeyedQueue {
  const running = new Set<string>();
  const waiting = new Map<string, Waiting>();
  let idleCallbacks: (() => void)[] = [];

  function startWaiting(): void {
    for (const [key, next] of waiting) {
      if (running.size >= limit) return;
      if (running.has(key)) continue;
      waiting.delete(key);
      running.add(key);
      void next
        .task()
        .finally(() => {
          running.delete(key);
          startWaiting();
        })
        .then(next.outcome.resolve, next.outcome.reject);
    }
    if (running.size > 0) return;
    for (const resolve of idleCallbacks) resolve();
    idleCallbacks = [];
  }

  return {
    run(key, task) {
      const joined = waiting.get(key);
      if (joined !== undefined) return joined.outcome.promise;
      const outcome = Promise.withResolvers<boolean>();
      waiting.set(key, { task, outcome });
      startWaiting();
      return outcome.promise;
    },
    size: () => running.size + waiting.size,
    idle() {
      if (running.size + waiting.size === 0) return Promise.resolve();
      return new Promise((resolve) => idleCallbacks.push(resolve));
    },
  };
}
