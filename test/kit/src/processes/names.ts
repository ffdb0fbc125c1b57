import { renameSync, writeFileSync } from 'node:fs';

/** How to start a Node.js process, so that it finds names as in a cluster. */
export interface NamesOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Names of a cluster, each of which stands for several addresses, as those of headless services do. */
export interface Names {
  /** What every name stands for from now on. */
  publish(names: Readonly<Record<string, readonly string[]>>): void;
  readonly options: NamesOptions;
}

/** @param file where the names are written for the processes that look them up */
export function createNames(file: string): Names {
  return {
    publish(names) {
      // Whole at any moment.
      writeFileSync(`${file}.next`, JSON.stringify(names));
      renameSync(`${file}.next`, file);
    },
    options: {
      args: [`--import=${import.meta.resolve('./find-by-name.ts')}`],
      environment: { CLUSTER_NAMES_FILE: file },
    },
  };
}
