import type { Clock } from '@assay/chassis/clock';

/** Real time that a test can move forward. */
export interface MovingClock extends Clock {
  advance(ms: number): void;
}

export function createMovingClock(): MovingClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
}
