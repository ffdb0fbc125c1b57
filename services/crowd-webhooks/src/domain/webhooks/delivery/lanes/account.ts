import { minutes, seconds } from '@assay/chassis/units';
import { deliveryLimits } from '@assay/proto/delivery-limits';

/** The places of an organization at first, and while its attempts hang. */
const firstPlaces = 4;
const hangingPlaces = deliveryLimits.perSlowOrganization;
/** An attempt that takes longer is slow. It cannot take more than 10 s. */
export const slowMs = seconds(deliveryLimits.slowSeconds);
/** The time of slow attempts that an organization may use above that of two places. */
const burstMs = seconds(10);
/** The maximum debt, so that an organization is restricted for less than half a minute after its last slow attempt. */
const maxDebtMs = minutes(1);

/** The share of an organization in the requests of this process. */
export interface Account {
  /** The number of its requests in progress. */
  readonly running: number;
  /** Returns the number of places that it may use, at most `max`. */
  countPlaces(max: number): number;
  /** Returns true while its slow attempts have taken more time than two places have. */
  isHanging(): boolean;
  begin(): void;
  /** Ends a request. An organization gains a place by each one that ended in time. */
  end(isInTime: boolean): void;
  /** Charges the time of a slow attempt. */
  charge(durationMs: number): void;
}

/** @param readMs reads a monotonic clock */
export function createAccount(readMs: () => number): Account {
  let running = 0;
  let places = firstPlaces;
  let debtMs = 0;
  let settledMs = readMs();

  /** Takes off the time that two places had since the last call. */
  function settle(): void {
    const nowMs = readMs();
    debtMs = Math.max(0, debtMs - hangingPlaces * (nowMs - settledMs));
    settledMs = nowMs;
  }

  function isHanging(): boolean {
    settle();
    return debtMs > burstMs;
  }

  return {
    get running() {
      return running;
    },
    countPlaces: (max) => Math.min(max, isHanging() ? hangingPlaces : places),
    isHanging,
    begin() {
      running += 1;
    },
    end(isInTime) {
      running -= 1;
      if (isInTime && !isHanging()) places += 1;
    },
    charge(durationMs) {
      settle();
      debtMs = Math.min(maxDebtMs, debtMs + durationMs);
      if (debtMs > burstMs) places = hangingPlaces;
    },
  };
}
