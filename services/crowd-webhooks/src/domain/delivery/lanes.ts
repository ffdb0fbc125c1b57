/** Maximum number of requests to one origin at the same time, and while it fails. */
const perOrigin = 8;
const perFailingOrigin = 1;
/** Maximum number of idle origins whose failure is remembered. */
const maxRemembered = 10_000;

/** The due deliveries of one organization to one origin. */
export interface Lane {
  readonly organizationId: string;
  readonly origin: string;
}

/** Organizations and origins that have no free slot in this process. */
export interface FullLanes {
  readonly organizationIds: readonly string[];
  readonly origins: readonly string[];
}

export interface LaneLimits {
  readonly slots: number;
  readonly perOrganization: number;
}

/** Counts the requests of a process by origin and by organization. */
export interface Lanes {
  hasFreeSlot(): boolean;
  /** Returns the number of requests that a lane may begin. */
  countFree(lane: Lane): number;
  /** Lists what has no free slot. */
  listFull(): FullLanes;
  begin(lane: Lane): void;
  /** Records the end of a request. A failure leaves the origin one request at a time, until one succeeds; undefined changes nothing. */
  end(lane: Lane, isReached: boolean | undefined): void;
  /** Resolves when no request runs. */
  idle(): Promise<void>;
}

export function createLanes({ slots, perOrganization }: LaneLimits): Lanes {
  const byOrigin = new Map<string, number>();
  const byOrganization = new Map<string, number>();
  const failing = new Set<string>();
  let running = 0;
  let idlers: (() => void)[] = [];

  const findLimit = (origin: string): number => (failing.has(origin) ? perFailingOrigin : perOrigin);
  const count = (counts: Map<string, number>, key: string, change: number): void => {
    const next = (counts.get(key) ?? 0) + change;
    if (next > 0) counts.set(key, next);
    else counts.delete(key);
  };

  return {
    hasFreeSlot: () => running < slots,
    countFree: ({ organizationId, origin }) =>
      Math.max(
        0,
        Math.min(
          slots - running,
          perOrganization - (byOrganization.get(organizationId) ?? 0),
          findLimit(origin) - (byOrigin.get(origin) ?? 0),
        ),
      ),
    listFull: () => ({
      origins: [...byOrigin].flatMap(([origin, used]) => (used >= findLimit(origin) ? [origin] : [])),
      organizationIds: [...byOrganization].flatMap(([id, used]) => (used >= perOrganization ? [id] : [])),
    }),
    begin({ organizationId, origin }) {
      running += 1;
      count(byOrigin, origin, 1);
      count(byOrganization, organizationId, 1);
    },
    end({ organizationId, origin }, isReached) {
      running -= 1;
      count(byOrigin, origin, -1);
      count(byOrganization, organizationId, -1);
      if (isReached !== undefined) failing.delete(origin);
      if (isReached === false) failing.add(origin);
      const [oldest] = failing;
      if (failing.size > maxRemembered && oldest !== undefined) failing.delete(oldest);
      if (running > 0) return;
      for (const resolve of idlers) resolve();
      idlers = [];
    },
    idle() {
      if (running === 0) return Promise.resolve();
      return new Promise((resolve) => idlers.push(resolve));
    },
  };
}
