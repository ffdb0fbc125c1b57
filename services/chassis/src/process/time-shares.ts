/** Records the time that the tasks of organizations take in this process. Times are in milliseconds. */
export interface TimeShares {
  /** Records that a task begins. The returned function records its end, or that it was interrupted. */
  start(organizationId: string): (wasInterrupted?: boolean) => void;
  /** Returns the number of tasks that run. */
  countRunning(organizationId: string): number;
  /** Returns true if a task has ended or was interrupted, so that the duration of the next one is not a guess. */
  isKnown(organizationId: string): boolean;
  /**
   * Returns the duration that the next task will probably have: the median of the last ones, since one that waited for a new process says
   * little, or the longest that runs, and twice what a task took that was interrupted. 0 if unknown.
   */
  expectMs(organizationId: string): number;
  /** Returns the time that was used, also by tasks that run. Time that was used five minutes ago counts half. */
  usedMs(organizationId: string): number;
}

interface Share {
  /** The start of each task that runs. */
  readonly running: Set<{ readonly startedAt: number }>;
  /** The time of the tasks that ended, as of `countedAt`. */
  endedMs: number;
  countedAt: number;
  /** The durations of the last tasks, the newest last. */
  lastMs: readonly number[];
  /** The longest that a task ran until it was interrupted, since the last task ended. */
  interruptedMs: number;
}

const halfLifeMs = 300_000;
const countedTasks = 9;
/** A task that was interrupted would have taken longer. */
const interruptedFactor = 2;
/** Shares in memory. Beyond that, those without recent time are forgotten. */
const maxShares = 10_000;

export function createTimeShares(): TimeShares {
  const shares = new Map<string, Share>();

  function openShare(organizationId: string): Share {
    if (shares.size >= maxShares) forgetOldShares(shares);
    const now = performance.now();
    const share = shares.get(organizationId) ?? {
      running: new Set(),
      endedMs: 0,
      countedAt: now,
      lastMs: [],
      interruptedMs: 0,
    };
    shares.set(organizationId, share);
    return share;
  }

  return {
    start(organizationId) {
      const share = openShare(organizationId);
      const task = { startedAt: performance.now() };
      share.running.add(task);
      return (wasInterrupted = false) => {
        if (!share.running.delete(task)) return;
        const now = performance.now();
        const tookMs = now - task.startedAt;
        share.endedMs = decay(share, now) + tookMs;
        share.countedAt = now;
        share.interruptedMs = wasInterrupted ? Math.max(share.interruptedMs, tookMs) : 0;
        if (!wasInterrupted) share.lastMs = [...share.lastMs, tookMs].slice(-countedTasks);
      };
    },
    countRunning: (organizationId) => shares.get(organizationId)?.running.size ?? 0,
    isKnown: (organizationId) => {
      const { lastMs = [], interruptedMs = 0 } = shares.get(organizationId) ?? {};
      return lastMs.length > 0 || interruptedMs > 0;
    },
    expectMs(organizationId) {
      const share = shares.get(organizationId);
      const lastMs = findMedian(share?.lastMs ?? []) ?? Math.max(0, ...listElapsed(share));
      return Math.max(lastMs, interruptedFactor * (share?.interruptedMs ?? 0));
    },
    usedMs(organizationId) {
      const share = shares.get(organizationId);
      if (share === undefined) return 0;
      return listElapsed(share).reduce((sum, elapsedMs) => sum + elapsedMs, decay(share, performance.now()));
    },
  };
}

/** Returns the lower of two medians; undefined if there is no value. */
function findMedian(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1];
}

function listElapsed(share: Share | undefined): readonly number[] {
  const now = performance.now();
  return Array.from(share?.running ?? [], ({ startedAt }) => now - startedAt);
}

function decay({ endedMs, countedAt }: Share, now: number): number {
  return endedMs * 2 ** ((countedAt - now) / halfLifeMs);
}

function forgetOldShares(shares: Map<string, Share>): void {
  const now = performance.now();
  for (const [id, share] of shares) if (share.running.size === 0 && decay(share, now) < 1) shares.delete(id);
}
