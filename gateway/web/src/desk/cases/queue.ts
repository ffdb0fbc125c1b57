interface Waiting {
  readonly start: () => Promise<void>;
}

/** Returns a function that runs tasks in the order of its calls, at most `maxConcurrent` at the same time. */
export function createQueue(maxConcurrent: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: Waiting[] = [];
  const next = (): void => {
    if (running >= maxConcurrent) return;
    const first = waiting.shift();
    if (first === undefined) return;
    running += 1;
    void first.start().finally(() => {
      running -= 1;
      next();
    });
    next();
  };
  return (task) =>
    new Promise((resolve, reject) => {
      waiting.push({ start: () => task().then(resolve, reject) });
      next();
    });
}
