import { isNearlyFull } from './lanes/lane-state.ts';
import type { Lane, LaneState } from './lanes/lane-state.ts';
import type { Lanes } from './lanes/lanes.ts';

/** Maximum number of deliveries that this process has taken, or is taking, and that wait for a place. */
const maxWaiting = 256;

/** Counts the deliveries that this process takes before it takes them, so that two takers do not exceed the places of a lane. */
export interface Reservations {
  /** Returns false if the lane has no places. */
  reserve(lane: Lane): boolean;
  /** Gives up reservations of deliveries that were not taken. */
  cancel(lanes: readonly Lane[]): void;
  /** Ends reservations of deliveries that are in the queue. */
  complete(count: number): void;
  isFull(): boolean;
  /** Lanes that may have due deliveries in the database. New ones of them are not taken before those. */
  readonly backlog: Set<LaneState>;
  /** Returns true if a lane of the backlog has places again. */
  hasBacklog(): boolean;
}

/** @param countQueued returns the number of deliveries in the queue */
export function createReservations(
  lanes: Lanes,
  countQueued: () => number,
  stopping: AbortSignal,
): Reservations {
  const backlog = new Set<LaneState>();
  let reserved = 0;
  const isFull = (): boolean => stopping.aborted || countQueued() + reserved >= maxWaiting;
  return {
    backlog,
    isFull,
    reserve(lane) {
      const state = lanes.find(lane);
      if (isFull() || lanes.countPlaces(state) === 0) return false;
      lanes.wait(state, 1);
      reserved += 1;
      return true;
    },
    cancel(canceled) {
      reserved -= canceled.length;
      for (const lane of canceled) lanes.wait(lanes.find(lane), -1);
    },
    complete(count) {
      reserved -= count;
    },
    hasBacklog() {
      if (isFull()) return false;
      for (const state of backlog) if (lanes.countPlaces(state) > 0 && !isNearlyFull(state)) return true;
      return false;
    },
  };
}
