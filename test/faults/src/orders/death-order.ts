import { closeSync, openSync, writeSync } from 'node:fs';
import { orderBytes } from '@assay/test-kit/database/die-at-write';

/** The write at which a process dies. */
export interface Death {
  /** The number of the write, from 0. */
  readonly at: number;
  /** True if the write still reaches the database. */
  readonly isAfter: boolean;
}

/** Orders the death of a process at one of its next writes. */
export interface DeathOrder {
  /** The options of the Node.js process that obeys. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  give(death: Death): void;
  close(): void;
}

/** @param file the file that the process reads */
export function createDeathOrder(file: string): DeathOrder {
  const opened = openSync(file, 'w');
  const bytes = Buffer.alloc(orderBytes);
  const write = (): void => {
    // One write, so that the process reads no part of it.
    writeSync(opened, bytes, 0, orderBytes, 0);
  };
  write();
  return {
    args: [`--import=${import.meta.resolve('./dying-writes.ts')}`],
    environment: { DEATH_FILE: file },
    give({ at, isAfter }) {
      bytes.writeDoubleLE(bytes.readDoubleLE() + 1);
      bytes.writeDoubleLE(at, 8);
      bytes.writeDoubleLE(isAfter ? 1 : 0, 16);
      write();
    },
    close: () => {
      closeSync(opened);
    },
  };
}
