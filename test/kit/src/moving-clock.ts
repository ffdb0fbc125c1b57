import type { Clock } from '@assay/chassis/clock';

/** A clock with the real time that a test can advance. */
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
