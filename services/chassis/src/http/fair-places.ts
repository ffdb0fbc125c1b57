import { DomainError } from '../errors.ts';

export interface PlaceLimits {
  /** Places in this process. */
  readonly total: number;
  readonly perOwner: number;
  /** Requests of one owner that can wait for a place. */
  readonly waitingPerOwner: number;
  /** The time after which a request loses its place when a request of an owner with fewer places needs it, in milliseconds. */
  readonly keepMs: number;
}

/** The place of one request whose body is held in memory. */
export interface Place {
  /** Aborts with UNAVAILABLE when the request loses the place to another owner. */
  readonly signal: AbortSignal;
  /** Says that the body has arrived: the place is not taken away any more. */
  readonly keep: () => void;
  /** Ends the use of the place. Further calls have no effect. */
  readonly release: () => void;
}

/** Shares the memory of a process for bodies between owners, so that slow requests of one owner do not stop the others. */
export interface FairPlaces {
  /**
   * Returns a place as soon as there is one. Throws RESOURCE_EXHAUSTED when the owner has all its places and none became free in time, or
   * too many of its requests wait. Throws UNAVAILABLE when the process has no place in time.
   */
  take(owner: string, signal: AbortSignal): Promise<Place>;
}

interface Holder {
  readonly owner: string;
  readonly sinceMs: number;
  isKept: boolean;
  readonly controller: AbortController;
}

interface QueuedRequest {
  readonly owner: string;
  readonly grant: (place: Place) => void;
}

interface Requests {
  readonly limits: PlaceLimits;
  /** In the order in which they took their places. */
  readonly holders: Set<Holder>;
  /** In the order of arrival. */
  readonly queue: Set<QueuedRequest>;
}

/** A request waits this much longer than the time after which slower requests lose their places. */
const graceMs = 5_000;
const retryAfterSeconds = 1;

export function createFairPlaces(limits: PlaceLimits): FairPlaces {
  const requests: Requests = { limits, holders: new Set(), queue: new Set() };
  const { holders, queue } = requests;
  let eviction: NodeJS.Timeout | undefined;

  function grant(owner: string): Place {
    const controller = new AbortController();
    const holder: Holder = { owner, sinceMs: performance.now(), isKept: false, controller };
    holders.add(holder);
    return {
      signal: controller.signal,
      keep: () => (holder.isKept = true),
      release: () => {
        if (holders.delete(holder)) serve();
      },
    };
  }

  function serve(): void {
    let next = findNext(requests);
    while (next !== undefined && holders.size < limits.total) {
      queue.delete(next);
      next.grant(grant(next.owner));
      next = findNext(requests);
    }
    clearTimeout(eviction);
    eviction = next && setTimeout(evict, computeEvictionMs(requests, next)).unref();
  }

  function evict(): void {
    const next = findNext(requests);
    const slowest = next && findSlowest(requests, next);
    const isDue = slowest !== undefined && performance.now() - slowest.sinceMs >= limits.keepMs;
    if (isDue && holders.delete(slowest)) slowest.controller.abort(tooSlow());
    serve();
  }

  return {
    async take(owner, signal) {
      signal.throwIfAborted();
      if (holders.size < limits.total && count(holders, owner) < limits.perOwner) return grant(owner);
      if (count(queue, owner) >= limits.waitingPerOwner) throw refuse(requests, owner);
      const waiting = joinQueue(requests, owner, signal);
      serve();
      return waiting;
    },
  };
}

/** Adds a request to the queue. It leaves the queue with a place, when its client disconnects, or when its time is over. */
function joinQueue(requests: Requests, owner: string, signal: AbortSignal): Promise<Place> {
  const { limits, queue } = requests;
  const { promise, resolve, reject } = Promise.withResolvers<Place>();
  const queued: QueuedRequest = { owner, grant: resolve };
  const leave = (error: Error): void => {
    queue.delete(queued);
    reject(error);
  };
  const onAbort = (): void => {
    leave(signal.reason as Error);
  };
  const late = setTimeout(() => {
    leave(refuse(requests, owner));
  }, limits.keepMs + graceMs);
  signal.addEventListener('abort', onAbort, { once: true });
  queue.add(queued);
  return promise.finally(() => {
    clearTimeout(late);
    signal.removeEventListener('abort', onAbort);
  });
}

/** Returns the next request of the queue: the first one of the owner with the fewest places. */
function findNext({ limits, holders, queue }: Requests): QueuedRequest | undefined {
  const allowed = [...queue].filter(({ owner }) => count(holders, owner) < limits.perOwner);
  return allowed.sort((a, b) => count(holders, a.owner) - count(holders, b.owner))[0];
}

/** Returns the oldest request whose body still arrives and whose owner has more places than that of the next request. */
function findSlowest({ holders }: Requests, { owner: own }: QueuedRequest): Holder | undefined {
  const places = count(holders, own);
  return [...holders].find(({ owner, isKept }) => !isKept && count(holders, owner) > places);
}

function computeEvictionMs(requests: Requests, next: QueuedRequest): number {
  const nowMs = performance.now();
  const { sinceMs = nowMs } = findSlowest(requests, next) ?? {};
  return Math.max(1, sinceMs + requests.limits.keepMs - nowMs);
}

function refuse({ limits, holders }: Requests, owner: string): DomainError {
  return count(holders, owner) >= limits.perOwner ? tooMany(limits.perOwner) : busy();
}

function count(requests: Iterable<{ readonly owner: string }>, owner: string): number {
  let found = 0;
  for (const request of requests) if (request.owner === owner) found += 1;
  return found;
}

function tooMany(limit: number): DomainError {
  return new DomainError(
    'RESOURCE_EXHAUSTED',
    'CONCURRENCY_LIMIT',
    `Only ${limit} of these requests can send their bodies at the same time. Send the others when one has ended.`,
    { details: { limit, retryAfterSeconds } },
  );
}

/** The error for a request whose body finds no place in this process. */
export function busy(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'SERVER_BUSY',
    'Too many requests are sending their bodies. Try again in a few seconds.',
  );
}

function tooSlow(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'SERVER_BUSY',
    'The body arrived slowly while other requests were waiting. Send it again.',
  );
}
