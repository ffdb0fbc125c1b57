/** A pool of a fixed number of slots, first come first served. */
export interface SlotQueue<Slot> {
  readonly slots: readonly Slot[];
  /** A free slot, or undefined when the queue was closed while waiting. */
  acquire(): Promise<Slot | undefined>;
  release(slot: Slot): void;
  /** Sends everybody who waits away. */
  close(): void;
}

export function createSlotQueue<Slot>(slots: readonly Slot[]): SlotQueue<Slot> {
  const idle = [...slots];
  const waiting: ((slot: Slot | undefined) => void)[] = [];
  let isClosed = false;
  return {
    slots,
    acquire: () => {
      const free = isClosed ? undefined : idle.pop();
      if (isClosed || free !== undefined) return Promise.resolve(free);
      return new Promise((resolve) => waiting.push(resolve));
    },
    release: (slot) => {
      const next = waiting.shift();
      if (next === undefined) idle.push(slot);
      else next(slot);
    },
    close: () => {
      isClosed = true;
      for (const resolve of waiting.splice(0)) resolve(undefined);
    },
  };
}
