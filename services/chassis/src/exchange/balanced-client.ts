import { DomainError } from '../errors.ts';
import { pause } from '../events/pause.ts';
import { unreachable } from './client-stream.ts';
import type { Backend, ExchangeClient } from './exchange-client.ts';
import { createSingleFlight } from '../process/single-flight.ts';
import { rendezvousScore } from './rendezvous.ts';

export interface BalancedClientOptions {
  /** Where the backends are, each an address that grpc-js connects to. Rejects when that is not known now. */
  readonly lookUp: () => Promise<readonly string[]>;
  /** `onLeaving` is told when the backend goes away. */
  readonly connect: (address: string, onDisconnect: () => void) => Backend;
  /** How often they are looked up while nothing happens; 0: once, since they stay where they are. */
  readonly lookUpIntervalMs: number;
}

/** What a client knows of its backends. */
export interface BackendCounts {
  readonly connected: number;
  readonly unavailable: number;
  readonly callsInFlight: number;
}

export interface BalancedClient extends ExchangeClient {
  counts(): BackendCounts;
}

/** When a backend goes away, and while none is connected and somebody calls, names are looked up at once, but no more often than this. */
const minUrgentIntervalMs = 1_000;

/**
 * Spreads calls over all backends: each goes to the one of two, drawn at random, that has fewer calls of this process in
 * flight, so that a slow one gets fewer. Calls with an affinity go to one and the same backend while it is connected,
 * whoever calls. What is not connected is left out as long as another is.
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

  /** What was known stays when nothing is found. */
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

  /** Its name stands for another by now, or will shortly: all of its replicas may be replaced at once. */
  function onDisconnect(): void {
    if (lookUpIntervalMs > 0) void urgentLookUp.run();
  }

  /** While no backend is connected their names may stand for others. */
  async function callAfterLookUp(...[outgoing, limits]: Parameters<Backend['call']>) {
    if (backends.size === 0) await lookUp();
    else if (urgentLookUp.isRunning || sinceLookUpMs() > minUrgentIntervalMs) await urgentLookUp.run();
    const backend =
      choose(listConnected(backends), limits.affinity) ?? choose([...backends], limits.affinity);
    if (backend === undefined) throw unreachable(new Error('its name cannot be looked up'));
    return backend.call(outgoing, limits);
  }

  void lookUp();
  const timer =
    lookUpIntervalMs === 0 ? undefined : setInterval(() => void lookUp(), lookUpIntervalMs).unref();
  return {
    call(outgoing, limits) {
      if (closing.signal.aborted)
        return Promise.reject(new DomainError('CANCELLED', 'CANCELLED', 'the call was cancelled'));
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

/** Most services have one backend here, and nothing is to be chosen; undefined: there are others, or it is not connected. */
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

/** The less loaded of two: nearly as even as looking at all of them, and callers that know nothing of each other do not all run to the same. */
function chooseLessLoaded(candidates: Candidates): Backend | undefined {
  if (candidates.length < 2) return candidates[0]?.[1];
  const first = Math.floor(Math.random() * candidates.length);
  const second = (first + 1 + Math.floor(Math.random() * (candidates.length - 1))) % candidates.length;
  const [one, other] = [candidates[first]?.[1], candidates[second]?.[1]];
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
