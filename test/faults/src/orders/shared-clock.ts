import { closeSync, openSync, writeSync } from 'node:fs';
import type { MovingClock } from '@assay/test-kit/moving-clock';

/** A clock that the processes of a platform share. */
export interface SharedClock extends MovingClock {
  /** The options of a Node.js process whose clock is this one. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/** @param file the file that the processes read, written at once */
export function createSharedClock(file: string): SharedClock {
  const opened = openSync(file, 'w');
  const ahead = Buffer.alloc(8);
  const move = (ms: number): void => {
    ahead.writeDoubleLE(ahead.readDoubleLE() + ms);
    // One write of 8 bytes, so that no process reads a part of it.
    writeSync(opened, ahead, 0, ahead.length, 0);
  };
  move(0);
  return {
    args: [`--import=${import.meta.resolve('./moved-clock.ts')}`],
    environment: { CLOCK_FILE: file },
    now: () => new Date(Date.now() + ahead.readDoubleLE()),
    advance: move,
    close: () => {
      closeSync(opened);
    },
  };
}
