import { deliveryLimits } from '@assay/proto/delivery-limits';
import { chargeSlow, countAhead, isDoubtful, recordEnd } from './lane-state.ts';
import { createLaneRegistry } from './lane-registry.ts';
import type { LaneRegistry } from './lane-registry.ts';
import type { Attempting, Lane, LaneState } from './lane-state.ts';

/** Maximum number of requests of one organization to one origin at the same time, and while the origin fails or hangs. */
const { perOrigin: perLane, perFailingOrigin: perFailingLane } = deliveryLimits;
/** Maximum number of requests of all organizations to one origin at the same time. */
export const perOrigin = 64;

export interface LaneLimits {
  /** Maximum number of requests of this process at the same time. */
  readonly slots: number;
  /** Maximum number of requests of this process for one organization at the same time. */
  readonly perOrganization: number;
}

/** An organization of which this process has deliveries. */
export interface BusyOrganization {
  readonly organizationId: string;
  /** True if lanes may begin of which this process has no deliveries. */
  readonly hasPlace: boolean;
  /** The origins for which this process may take further deliveries. */
  readonly open: readonly string[];
  readonly full: readonly string[];
}

/**
 * Shares the requests of a process by time. An organization begins with few places and gains one by each attempt that ends in time. One
 * whose slow attempts take more than the time of two places keeps two, and one of them for lanes that hang. Each organization leaves as
 * many places free as it uses itself, so that others find some.
 */
export interface Lanes {
  find(lane: Lane): LaneState;
  /** Returns the number of requests that a lane may begin. */
  countFree(state: LaneState): number;
  /** Returns the number of further deliveries that this process may take for a lane: to begin at once, or soon. */
  countPlaces(state: LaneState): number;
  /** Counts deliveries that this process takes for a lane; a negative number those that it gives back. */
  wait(state: LaneState, count: number): void;
  /** Begins a request for a delivery that waits. */
  begin(state: LaneState): Attempting;
  /** Records the end of a request. A failure leaves the lane one request at a time, until one succeeds; undefined changes nothing. */
  end(attempting: Attempting, isReached: boolean | undefined): void;
  /** Charges the attempts that are slow by now to their organizations. */
  chargeSlow(): void;
  listBusy(): readonly BusyOrganization[];
  countRunning(): number;
}

/** @param readMs reads a monotonic clock */
export function createLanes(limits: LaneLimits, readMs: () => number = () => performance.now()): Lanes {
  const registry = createLaneRegistry(readMs);
  const requests = createRequests();
  const countFree = (state: LaneState): number => countFreePlaces(state, { limits, registry, requests });
  const countPlaces = (state: LaneState): number => {
    const free = countFree(state);
    return Math.max(0, free + countAhead(state, free + state.running) - state.waiting);
  };
  return {
    countFree,
    countPlaces,
    find: (lane) => registry.find(lane),
    wait: (state, count) => {
      registry.change(state, { waiting: count });
    },
    begin(state) {
      registry.change(state, { waiting: -1, running: 1 });
      state.account.begin();
      return requests.add({ state, startedMs: readMs(), chargedMs: 0 });
    },
    end(attempting, isReached) {
      const { state, startedMs } = attempting;
      const isSlow = chargeSlow(attempting, readMs());
      requests.remove(attempting);
      registry.change(state, { running: -1 });
      state.account.end(isReached !== undefined && !isSlow);
      if (isReached !== undefined) recordEnd(state, isReached, readMs() - startedMs);
    },
    chargeSlow() {
      const nowMs = readMs();
      for (const attempting of requests.all) if (!chargeSlow(attempting, nowMs)) return;
    },
    listBusy: () =>
      [...registry.busy].map(([organizationId, own]) => {
        const origins = Map.groupBy(own, (state) => countPlaces(state) > 0);
        const list = (hasPlace: boolean) => (origins.get(hasPlace) ?? []).map(({ lane }) => lane.origin);
        const hasPlace = countPlaces(registry.createUnknown(organizationId)) > 0;
        return { organizationId, hasPlace, open: list(true), full: list(false) };
      }),
    countRunning: () => requests.all.size,
  };
}

interface Requests {
  /** In the order of their start. */
  readonly all: ReadonlySet<Attempting>;
  add(attempting: Attempting): Attempting;
  remove(attempting: Attempting): void;
  countTo(origin: string): number;
}

/** Counts the requests of all organizations. */
function createRequests(): Requests {
  const all = new Set<Attempting>();
  const byOrigin = new Map<string, number>();
  const countTo = (origin: string): number => byOrigin.get(origin) ?? 0;
  return {
    all,
    countTo,
    add(attempting) {
      const { origin } = attempting.state.lane;
      all.add(attempting);
      byOrigin.set(origin, countTo(origin) + 1);
      return attempting;
    },
    remove(attempting) {
      const { origin } = attempting.state.lane;
      all.delete(attempting);
      byOrigin.set(origin, countTo(origin) - 1);
      if (countTo(origin) === 0) byOrigin.delete(origin);
    },
  };
}

interface Sharing {
  readonly limits: LaneLimits;
  readonly registry: LaneRegistry;
  readonly requests: Requests;
}

function countFreePlaces(
  state: LaneState,
  { limits: { slots, perOrganization }, registry, requests }: Sharing,
): number {
  const { account, running, lane } = state;
  const limit = state.isFailing || state.isSlow ? perFailingLane : perLane;
  const hangs = account.isHanging() && isDoubtful(state);
  return Math.max(
    0,
    Math.min(
      limit - running,
      account.countPlaces(perOrganization) - account.running,
      hangs ? perFailingLane - countDoubtful(state, registry) : perLane,
      perOrigin - requests.countTo(lane.origin),
      // Each further request takes a free place, and adds one to the places of the organization.
      Math.ceil((slots - requests.all.size - account.running) / 2),
    ),
  );
}

/** Counts the requests of an organization in lanes that have not ended one in time. */
function countDoubtful({ lane, account }: LaneState, { busy }: LaneRegistry): number {
  let count = 0;
  for (const state of busy.get(lane.organizationId) ?? [])
    if (state.account === account && isDoubtful(state)) count += state.running;
  return count;
}
