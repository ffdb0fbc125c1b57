import { createAccount } from './account.ts';
import type { Account } from './account.ts';
import { createLaneState, isUnused } from './lane-state.ts';
import type { Lane, LaneState } from './lane-state.ts';

/** Maximum number of lanes, and of organizations, whose state is remembered. */
const maxRemembered = 10_000;

/** Tests have places of their own, so that a person does not wait behind deliveries. */
export const testPrefix = 'test ';

/** The states of lanes and organizations. */
export interface LaneRegistry {
  find(lane: Lane): LaneState;
  /** Creates the state of a lane of which nothing is known, without remembering it. */
  createUnknown(organizationId: string): LaneState;
  /** Counts deliveries of a lane that wait or run. */
  change(state: LaneState, change: { readonly waiting?: number; readonly running?: number }): void;
  /** The lanes with deliveries of this process, by organization. */
  readonly busy: ReadonlyMap<string, ReadonlySet<LaneState>>;
}

/** @param readMs reads a monotonic clock */
export function createLaneRegistry(readMs: () => number): LaneRegistry {
  const states = new Map<string, LaneState>();
  const accounts = new Map<string, Account>();
  const busy = new Map<string, Set<LaneState>>();

  function findAccount(lane: Lane): Account {
    const key = readAccountKey(lane);
    const known = accounts.get(key);
    if (known !== undefined) return known;
    const account = createAccount(readMs);
    remember(accounts, key, account, ({ running }) => running === 0);
    return account;
  }

  return {
    busy,
    find(lane) {
      const key = `${lane.organizationId} ${lane.origin}`;
      const known = states.get(key);
      if (known !== undefined) return known;
      const { organizationId, origin } = lane;
      const state = createLaneState({ organizationId, origin }, findAccount(lane));
      remember(states, key, state, isUnused);
      return state;
    },
    createUnknown(organizationId) {
      const lane = { organizationId, origin: '' };
      return createLaneState(lane, findAccount(lane));
    },
    change(state, { waiting = 0, running = 0 }) {
      const { organizationId } = state.lane;
      state.waiting += waiting;
      state.running += running;
      const own = busy.get(organizationId) ?? new Set();
      if (isUnused(state)) own.delete(state);
      else own.add(state);
      if (own.size > 0) busy.set(organizationId, own);
      else busy.delete(organizationId);
    },
  };
}

function readAccountKey({ organizationId, origin }: Lane): string {
  return origin.startsWith(testPrefix) ? testPrefix + organizationId : organizationId;
}

/** Adds an entry, and forgets the oldest one if there are too many and it is unused. */
function remember<T>(map: Map<string, T>, key: string, value: T, isForgettable: (value: T) => boolean): void {
  map.set(key, value);
  const [oldest] = map;
  if (map.size > maxRemembered && oldest !== undefined && isForgettable(oldest[1])) map.delete(oldest[0]);
}
