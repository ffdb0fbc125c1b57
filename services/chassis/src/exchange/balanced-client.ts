import { pause } from '../process/pause.ts';
import { cancelled, unreachable } from './call-errors.ts';
import type { Backend, ExchangeClient } from './exchange-client.ts';
import { createSingleFlight } from '../process/single-flight.ts';
import { rendezvousScore } from './rendezvous.ts';

export interface BalancedClientOptions {
  /** Returns the addresses of the backends, each one that grpc-js can connect to. Rejects when the lookup fails. */
  readonly lookUp: () => Promise<readonly string[]>;
  /** Creates the client of one backend, which calls `onDisconnect` when the backend closes or its connection is lost. */
  readonly connect: (address: string, onDisconnect: () => void) => Backend;
  /** The interval between two lookups, in milliseconds. 0: the addresses are fixed and looked up once. */
  readonly lookUpIntervalMs: number;
}

/** The number of known backends by state, and the calls in flight to all of them. */
export interface BackendCounts {
  readonly connected: number;
  readonly unavailable: number;
  readonly callsInFlight: number;
}

export interface BalancedClient extends ExchangeClient {
  counts(): BackendCounts;
}

/** The minimum interval between two lookups outside the schedule: after a disconnect, or for a call while no backend is connected. */
const minUrgentIntervalMs = 1_000;

/**
 * Creates a client that balances calls over all backends. Each call picks two backends at random and goes to the one with fewer
 * calls of this process in flight, so a slow backend gets fewer calls. Calls with the same affinity go to the same backend while it
 * is connected, from every client. A backend that is not connected gets calls only when no backend is connected.
 */
export function createBalancedClient(options: BalancedClientOptions): BalancedClient {
  const { connect, lookUpIntervalMs } = options;
  const backends = new Map<string, Backend>();
  const closing = new AbortController();
  let lookedUpAtMs = -Infinity;

  function replaceBackends(addresses: readonly string[]): void {
    for (const [address, backend] of backends) {
      if (addresses.includes(address)) continue;
      backends.delete(address);
      backend.retire();
    }
    for (const address of addresses) {
      if (backends.has(address) || closing.signal.aborted) continue;
      backends.set(address, connect(address, onDisconnect));
    }
  }

  // A failed or empty lookup keeps the known backends.
  const sharedLookUp = createSingleFlight(async () => {
    const found = await options.lookUp().catch(() => []);
    if (found.length > 0) replaceBackends(found);
  });

  function lookUp(): Promise<void> {
    lookedUpAtMs = performance.now();
    return sharedLookUp.run();
  }

  const sinceLookUpMs = (): number => performance.now() - lookedUpAtMs;
  const urgentLookUp = createSingleFlight(async () => {
    await pause(Math.max(0, minUrgentIntervalMs - sinceLookUpMs()), closing.signal);
    await lookUp();
  });

  /** Looks the names up soon: the replicas behind them may have been replaced, all of them at once. */
  function onDisconnect(): void {
    if (lookUpIntervalMs > 0) void urgentLookUp.run();
  }

  /** Looks the names up before the call: while no backend is connected, they may resolve to new addresses. */
  async function callAfterLookUp(...[outgoing, limits]: Parameters<Backend['call']>) {
    if (backends.size === 0) await lookUp();
    else if (urgentLookUp.isRunning || sinceLookUpMs() > minUrgentIntervalMs) await urgentLookUp.run();
    const backend =
      choose(listConnected(backends), limits.affinity) ?? choose([...backends], limits.affinity);
    if (backend === undefined) throw unreachable(new Error('the lookup of its name returned no address'));
    return backend.call(outgoing, limits);
  }

  void lookUp();
  const timer =
    lookUpIntervalMs === 0 ? undefined : setInterval(() => void lookUp(), lookUpIntervalMs).unref();
  return {
    call(outgoing, limits) {
      if (closing.signal.aborted) return Promise.reject(cancelled());
      const backend = findOnlyConnected(backends) ?? choose(listConnected(backends), limits.affinity);
      return backend === undefined ? callAfterLookUp(outgoing, limits) : backend.call(outgoing, limits);
    },
    close() {
      closing.abort();
      clearInterval(timer);
      for (const backend of backends.values()) backend.close();
    },
    counts: () => countBackends([...backends.values()]),
  };
}

function countBackends(backends: readonly Backend[]): BackendCounts {
  const connected = backends.filter(({ isConnected }) => isConnected).length;
  const callsInFlight = backends.reduce((sum, { size }) => sum + size, 0);
  return { connected, unavailable: backends.length - connected, callsInFlight };
}

/** Returns the backend when it is the only one and is connected, the usual case. Otherwise undefined. */
function findOnlyConnected(backends: ReadonlyMap<string, Backend>): Backend | undefined {
  const only = backends.size === 1 ? backends.values().next().value : undefined;
  return only?.isConnected === true ? only : undefined;
}

type Candidates = readonly (readonly [string, Backend])[];

function listConnected(backends: ReadonlyMap<string, Backend>): Candidates {
  return [...backends].filter(([, { isConnected }]) => isConnected);
}

function choose(candidates: Candidates, affinity: string | undefined): Backend | undefined {
  return affinity === undefined ? chooseLessLoaded(candidates) : chooseByAffinity(candidates, affinity);
}

/** Picks two at random and returns the less loaded one, so that independent clients do not all choose the same backend. */
function chooseLessLoaded(candidates: Candidates): Backend | undefined {
  if (candidates.length < 2) return candidates[0]?.[1];
  const first = Math.floor(Math.random() * candidates.length);
  const second = (first + 1 + Math.floor(Math.random() * (candidates.length - 1))) % candidates.length;
  const one = candidates[first]?.[1];
  const other = candidates[second]?.[1];
  return (one?.size ?? 0) <= (other?.size ?? 0) ? one : other;
}

function chooseByAffinity(candidates: Candidates, affinity: string): Backend | undefined {
  let best: { readonly score: number; readonly backend: Backend } | undefined;
  for (const [address, backend] of candidates) {
    const score = rendezvousScore(affinity, address);
    if (best === undefined || score > best.score) best = { score, backend };
  }
  return best?.backend;
}
