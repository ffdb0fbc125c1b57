import { renameSync, writeFileSync } from 'node:fs';

/** The options of a Node.js process that resolves names as in a cluster. */
export interface NamesOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The names of a simulated cluster. Each can have several addresses, like a headless service. */
export interface Names {
  /** Replaces the addresses of all names. */
  publish(names: Readonly<Record<string, readonly string[]>>): void;
  readonly options: NamesOptions;
}

/** @param file the file with the names, which the processes read */
export function createNames(file: string): Names {
  return {
    publish(names) {
      // The rename is atomic, so that a reader never sees a partial file.
      writeFileSync(`${file}.next`, JSON.stringify(names));
      renameSync(`${file}.next`, file);
    },
    options: {
      args: [`--import=${import.meta.resolve('./find-by-name.ts')}`],
      environment: { CLUSTER_NAMES_FILE: file },
    },
  };
}
