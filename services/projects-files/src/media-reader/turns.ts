/** Lets a fixed number of tasks run at once, the others in the order they came. */
export interface Turns {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createTurns(limit: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(task) {
      // Who is woken takes over the place of who woke it, so that nobody can slip in between.
      if (running < limit) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
