/** A task that concurrent callers share: a call during a run returns the outcome of that run. */
export interface SingleFlight<T> {
  run(): Promise<T>;
  readonly isRunning: boolean;
}

export function createSingleFlight<T>(task: () => Promise<T>): SingleFlight<T> {
  let running: Promise<T> | undefined;
  return {
    run: () => (running ??= task().finally(() => (running = undefined))),
    get isRunning() {
      return running !== undefined;
    },
  };
}
