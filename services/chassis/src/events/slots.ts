import { createSemaphore } from '../process/semaphore.ts';

/** Limits how many events a consumer handles at the same time. */
export interface Slots {
  /** Returns the number of free slots. */
  free(): number;
  /** Resolves when at least one slot is free. */
  whenFree(): Promise<void>;
  /** Runs the work when a slot is free. Settles as the work does. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no work runs or waits. */
  idle(): Promise<void>;
}

export function createSlots(count: number): Slots {
  const semaphore = createSemaphore(count);
  let taken = 0;
  let waiting: (() => void)[] = [];
  return {
    free: () => Math.max(0, count - taken),
    whenFree() {
      if (taken < count) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    async run(work) {
      taken += 1;
      try {
        return await semaphore.run(work);
      } finally {
        taken -= 1;
        const woken = taken < count ? waiting : [];
        if (woken.length > 0) waiting = [];
        for (const wake of woken) wake();
      }
    },
    idle: () => semaphore.idle(),
  };
}
