import type { TimeShares } from '../process/time-shares.ts';

/** A task is slower than another organization's if it takes more than four times as long, and more than a second. */
const slowFactor = 4;
const quickMs = 250;
/** How long the places of an organization wait for its next tasks, which come when it has stored the results of the last ones. */
const keptMs = 2_000;
/** How long one place stays free for a quicker organization that may come again. */
const rememberedMs = 600_000;

export type StartTask = () => void;

export interface RunningTask {
  readonly organizationId: string;
  readonly startedAt: number;
  readonly interrupt: AbortController;
  /** Records the end. */
  readonly end: (wasInterrupted: boolean) => void;
}

export interface Places {
  readonly slowPlaces: number;
  readonly shares: TimeShares;
  /** The tasks that wait, by their organizations, each with one at least. */
  readonly waiting: Map<string, StartTask[]>;
  readonly running: Set<RunningTask>;
  /** The organizations that had a task in the last ten minutes. */
  readonly present: Map<string, Presence>;
}

interface Presence {
  /** The highest number of tasks that ran at the same time. */
  peak: number;
  /** When a task started or ended. */
  seenAt: number;
}

/** Records that a task of an organization started or ended. */
export function see({ present, shares }: Places, organizationId: string): void {
  const running = shares.countRunning(organizationId);
  const now = performance.now();
  const { peak, seenAt } = present.get(organizationId) ?? { peak: 0, seenAt: 0 };
  const isNew = running <= 1 && seenAt < now - keptMs;
  present.set(organizationId, { peak: isNew ? running : Math.max(peak, running), seenAt: now });
}

/** Forgets organizations that had no task in the last ten minutes. */
export function forgetAbsent({ present, shares }: Places): void {
  const before = performance.now() - rememberedMs;
  for (const [id, { seenAt }] of present)
    if (seenAt < before && shares.countRunning(id) === 0) present.delete(id);
}

/** Returns the organization whose next task is probably the shortest. */
function findQuickest({ shares }: Places, ids: readonly string[]): string {
  return ids.reduce((a, b) => (shares.expectMs(b) < shares.expectMs(a) ? b : a));
}

/** Returns the duration from which a task is slower than those of an organization. */
function limitMs({ shares }: Places, organizationId: string): number {
  return slowFactor * Math.max(quickMs, shares.expectMs(organizationId));
}

/** Lists the tasks that run and are slower than those of an organization, the oldest first. */
function listSlower(places: Places, organizationId: string): readonly RunningTask[] {
  const limit = limitMs(places, organizationId);
  const now = performance.now();
  return [...places.running].filter((task) => {
    if (task.organizationId === organizationId || task.interrupt.signal.aborted) return false;
    const expectMs = places.shares.expectMs(task.organizationId);
    // A single task of an organization with quick ones probably waits for a new process.
    const isQuick = places.shares.isKnown(task.organizationId) && expectMs <= limit;
    return expectMs > limit || now - task.startedAt > limit * (isQuick ? slowFactor : 1);
  });
}

/** Interrupts the latest of the tasks that are slower than those that wait, unless enough of them end already. */
export function interruptSlower(places: Places): void {
  const { waiting, running, slowPlaces } = places;
  const quickest = findQuickest(places, [...waiting.keys()]);
  const slower = listSlower(places, quickest);
  const ending = [...running].filter(({ interrupt }) => interrupt.signal.aborted).length;
  const needed = (waiting.get(quickest)?.length ?? 0) - ending;
  const count = Math.max(0, Math.min(needed, slower.length - slowPlaces));
  for (const { interrupt } of slower.slice(slower.length - count)) interrupt.abort();
}

/** Counts the tasks that run for organizations whose durations are unknown. */
function countTried({ running, shares }: Places): number {
  return [...running].filter(({ organizationId }) => !shares.isKnown(organizationId)).length;
}

interface Candidate {
  readonly id: string;
  /** True for a slower task while fewer of them run than have places of their own. */
  readonly isOwed: boolean;
}

/**
 * Lists the organizations that wait: those with a place for slower tasks, then the quick ones and one that is unknown, then the others that
 * are unknown, then the slow ones; each by the time used.
 */
export function listInOrder(places: Places): readonly Candidate[] {
  const { waiting, present, shares, slowPlaces } = places;
  const ids = [...waiting.keys()].toSorted((a, b) => shares.usedMs(a) - shares.usedMs(b));
  const quickest = findQuickest(places, [...ids, ...present.keys()]);
  const known = limitMs(places, quickest);
  const hasSlowPlace = listSlower(places, quickest).length < slowPlaces;
  const limit = limitMs(places, findQuickest(places, ids));
  // The first task of an organization shows how long its tasks take. Many that come at once do not keep others out.
  const mayTry = countTried(places) < slowPlaces || !ids.some((id) => shares.isKnown(id));
  const rank = (id: string): number => {
    if (hasSlowPlace && shares.expectMs(id) > known) return 0;
    if (shares.expectMs(id) > limit) return 4;
    if (shares.isKnown(id)) return 1;
    if (shares.countRunning(id) > 0) return 3;
    return mayTry ? 1 : 2;
  };
  const candidates = ids.map((id) => ({ id, rank: rank(id) })).toSorted((a, b) => a.rank - b.rank);
  return candidates.map(({ id, rank: value }) => ({ id, isOwed: value === 0 }));
}

/** Counts the places that are kept for quicker organizations: those that they used until shortly before, or one for all that may come again. */
export function countKept(places: Places, organizationId: string): number {
  const { present, shares } = places;
  const since = performance.now() - keptMs;
  let kept = 0;
  let isExpected = false;
  for (const [id, { peak, seenAt }] of present) {
    if (shares.expectMs(organizationId) <= limitMs(places, id)) continue;
    const running = shares.countRunning(id);
    isExpected ||= running === 0;
    if (seenAt >= since) kept += Math.max(0, peak - running);
  }
  return Math.max(kept, isExpected ? 1 : 0);
}
