/** Records the time that the tasks of organizations take in this process. Times are in milliseconds. */
export interface TimeShares {
  /** Records that a task begins. The returned function records its end. */
  start(organizationId: string): () => void;
  /** Returns the number of tasks that run. */
  countRunning(organizationId: string): number;
  /** Returns true if a task has ended, so that the duration of the next one is not a guess. */
  hasEnded(organizationId: string): boolean;
  /** Returns the duration that the next task will probably have: the mean of the last ones, or the longest that runs. 0 if unknown. */
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
  /** The mean duration, in which each task counts a quarter of the next one. */
  meanMs: number | undefined;
}

const halfLifeMs = 300_000;
const newestWeight = 0.25;
/** Shares in memory. Beyond that, those without recent time are forgotten. */
const maxShares = 10_000;

export function createTimeShares(): TimeShares {
  const shares = new Map<string, Share>();

  function openShare(organizationId: string): Share {
    if (shares.size >= maxShares) forgetOldShares(shares);
    const now = performance.now();
    const share = shares.get(organizationId) ?? {
      ...{ running: new Set(), endedMs: 0, countedAt: now, meanMs: undefined },
    };
    shares.set(organizationId, share);
    return share;
  }

  return {
    start(organizationId) {
      const share = openShare(organizationId);
      const task = { startedAt: performance.now() };
      share.running.add(task);
      return () => {
        if (!share.running.delete(task)) return;
        const now = performance.now();
        const tookMs = now - task.startedAt;
        share.endedMs = decay(share, now) + tookMs;
        share.countedAt = now;
        share.meanMs =
          share.meanMs === undefined ? tookMs : share.meanMs + newestWeight * (tookMs - share.meanMs);
      };
    },
    countRunning: (organizationId) => shares.get(organizationId)?.running.size ?? 0,
    hasEnded: (organizationId) => shares.get(organizationId)?.meanMs !== undefined,
    expectMs(organizationId) {
      const share = shares.get(organizationId);
      return share?.meanMs ?? Math.max(0, ...listElapsed(share));
    },
    usedMs(organizationId) {
      const share = shares.get(organizationId);
      if (share === undefined) return 0;
      return listElapsed(share).reduce((sum, elapsedMs) => sum + elapsedMs, decay(share, performance.now()));
    },
  };
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
