/** Writes items in groups: those that arrive during a write are written together by the next one. */
export interface Recorder<T> {
  /** Resolves when the item is written. Rejects when its write failed. */
  add(item: T): Promise<void>;
}

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createRecorder<T>(write: (items: readonly T[]) => Promise<void>): Recorder<T> {
  let waiting: Waiting<T>[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await write(group.map(({ item }) => item)).then(
        () => {
          for (const { resolve } of group) resolve();
        },
        (error: unknown) => {
          for (const { reject } of group) reject(error);
        },
      );
    }
    isWriting = false;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!isWriting) void writeAll();
      }),
  };
}
