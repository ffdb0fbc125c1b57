/** Runs tasks of one key one after the other, tasks of different keys at the same time. */
export interface Turns {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const before = last.get(key) ?? Promise.resolve();
      const own = before.then(task, task);
      last.set(key, own);
      const forget = (): void => {
        if (last.get(key) === own) last.delete(key);
      };
      own.then(forget, forget);
      return own;
    },
  };
}
