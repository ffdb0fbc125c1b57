/** Writes items in groups. */
export interface Recorder<T> {
  /** Resolves when the item is written. Rejects when its write failed. */
  add(item: T): Promise<void>;
}

export interface RecorderOptions {
  /** Maximum number of items of a write. */
  readonly maxItems: number;
  /** The time that an item may wait for others. */
  readonly lingerMs: number;
  /** Returns true if no further items are expected soon, so that none waits. */
  readonly isUrgent: () => boolean;
}

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a recorder. Items of one iteration of the event loop, and those that arrive during a write, are written together. */
export function createRecorder<T>(
  write: (items: readonly T[]) => Promise<void>,
  { maxItems, lingerMs, isUrgent }: RecorderOptions,
): Recorder<T> {
  let waiting: Waiting<T>[] = [];
  let isWriting = false;
  let isLate = false;
  let late: NodeJS.Timeout | undefined;
  let scheduled: NodeJS.Immediate | undefined;

  const isDue = (): boolean =>
    waiting.length > 0 && (isLate || waiting.length >= maxItems || lingerMs === 0 || isUrgent());

  async function writeGroup(): Promise<void> {
    const group = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    isLate = false;
    await write(group.map(({ item }) => item)).then(
      () => {
        for (const { resolve } of group) resolve();
      },
      (error: unknown) => {
        for (const { reject } of group) reject(error);
      },
    );
  }

  async function writeDue(): Promise<void> {
    scheduled = undefined;
    if (isWriting) return;
    isWriting = true;
    while (isDue()) await writeGroup();
    isWriting = false;
    if (waiting.length > 0) return;
    clearTimeout(late);
    late = undefined;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        scheduled ??= setImmediate(() => void writeDue());
        late ??= setTimeout(() => {
          late = undefined;
          isLate = true;
          void writeDue();
        }, lingerMs);
      }),
  };
}
