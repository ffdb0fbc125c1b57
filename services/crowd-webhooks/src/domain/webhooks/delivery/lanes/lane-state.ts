import { seconds } from '@assay/chassis/units';
import { slowMs } from './account.ts';
import type { Account } from './account.ts';

/** A lane takes deliveries ahead that it will begin within this time, at its present speed. */
const aheadMs = seconds(1);
const maxAhead = 64;
/** The weight of the last attempt in the mean duration. */
const lastWeight = 0.2;

/** The due deliveries of one organization to one origin. */
export interface Lane {
  readonly organizationId: string;
  readonly origin: string;
}

/** A request in progress. */
export interface Attempting {
  readonly state: LaneState;
  readonly startedMs: number;
  /** The part of its duration that its organization has been charged. */
  chargedMs: number;
}

/** The requests of one organization to one origin. */
export interface LaneState {
  readonly lane: Lane;
  readonly account: Account;
  running: number;
  /** Deliveries that this process has taken and not begun. */
  waiting: number;
  /** True if the last attempt was not answered with a success. */
  isFailing: boolean;
  /** True if the last attempt was slow, or one in progress is. */
  isSlow: boolean;
  /** The mean duration of attempts. Undefined until one has ended in time. */
  meanMs: number | undefined;
}

export function createLaneState(lane: Lane, account: Account): LaneState {
  return { lane, account, running: 0, waiting: 0, isFailing: false, isSlow: false, meanMs: undefined };
}

export function isUnused({ running, waiting }: LaneState): boolean {
  return running + waiting === 0;
}

/** Returns true if nothing says that attempts in this lane end in time. */
export function isDoubtful({ isFailing, isSlow, meanMs }: LaneState): boolean {
  return isFailing || isSlow || meanMs === undefined;
}

/** Charges an attempt that is slow by now to its organization. Returns false if it is not slow. */
export function chargeSlow(attempting: Attempting, nowMs: number): boolean {
  const durationMs = nowMs - attempting.startedMs;
  if (durationMs <= slowMs) return false;
  attempting.state.isSlow = true;
  attempting.state.account.charge(durationMs - attempting.chargedMs);
  attempting.chargedMs = durationMs;
  return true;
}

/** Records how the last attempt ended. */
export function recordEnd(state: LaneState, isReached: boolean, durationMs: number): void {
  state.isFailing = !isReached;
  state.isSlow = durationMs > slowMs;
  if (state.isSlow) return;
  const { meanMs = durationMs } = state;
  state.meanMs = meanMs + (durationMs - meanMs) * lastWeight;
}

/** Returns the number of deliveries that a lane may take ahead while it has so many places. */
export function countAhead({ meanMs, isSlow }: LaneState, places: number): number {
  if (meanMs === undefined || isSlow) return 0;
  return Math.min(maxAhead, Math.floor((places * aheadMs) / Math.max(1, meanMs)));
}

/** Returns true if a lane has taken more than half of the deliveries that it takes ahead, so that further ones are not taken one by one. */
export function isNearlyFull(state: LaneState): boolean {
  return state.waiting * 2 > countAhead(state, Math.max(1, state.running));
}
