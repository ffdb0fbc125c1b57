import { openSync, readSync } from 'node:fs';
import { systemClock } from '@assay/chassis/clock';

// A process of the program `orders` imports this first. Its clock is ahead of the real time by the milliseconds in a file, which each
// reading of the clock reads. Timers and the deadlines of calls keep the real time.
const file = process.env['CLOCK_FILE'];
if (file !== undefined) {
  const opened = openSync(file, 'r');
  const ahead = Buffer.alloc(8);
  Object.assign(systemClock, {
    now: () => {
      readSync(opened, ahead, 0, ahead.length, 0);
      return new Date(Date.now() + ahead.readDoubleLE());
    },
  });
}
