/** A task that callers share: who comes while it runs gets the outcome of the run under way. */
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
