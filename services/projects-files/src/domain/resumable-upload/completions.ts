import type { File } from '../file/file.ts';

/** The completions under way in this process: whoever asks again waits for the reading that has begun. */
export interface Completions {
  join(key: string, begin: () => Promise<File>): Promise<File>;
}

export function createCompletions(): Completions {
  const running = new Map<string, Promise<File>>();
  return {
    join(key, begin) {
      const found = running.get(key);
      if (found !== undefined) return found;
      const begun = begin().finally(() => running.delete(key));
      running.set(key, begun);
      return begun;
    },
  };
}
