import { createTimeShares } from './time-shares.ts';
import type { TimeShares } from './time-shares.ts';

/** Places for the tasks of all organizations in this process. */
export interface FairPlaces {
  /**
   * Runs a task as soon as it gets a place, and settles as the task does. A task that another organization's shorter tasks wait for may be
   * interrupted by its signal; it then runs again from its beginning. Rejects with the reason of the caller's signal while the task waits.
   */
  run<T>(organizationId: string, task: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** A task is slower than another organization's if it takes more than four times as long, and more than a second. */
const slowFactor = 4;
const quickMs = 250;
/** How often tasks that wait look for one that has become slow. */
const lookMs = 100;
/** How long the places of an organization wait for its next tasks, which come when it has stored the results of the last ones. */
const keptMs = 2_000;

type StartTask = () => void;

interface RunningTask {
  readonly organizationId: string;
  readonly startedAt: number;
  readonly interrupt: AbortController;
  /** Records the end. */
  readonly end: () => void;
}

interface Places {
  readonly slowPlaces: number;
  readonly shares: TimeShares;
  /** The tasks that wait, by their organizations, each with one at least. */
  readonly waiting: Map<string, StartTask[]>;
  readonly running: Set<RunningTask>;
  /** The organizations that have a task, or had one until shortly before. */
  readonly present: Map<string, Presence>;
}

interface Presence {
  /** The highest number of tasks that ran at the same time. */
  peak: number;
  /** When a task started or ended. */
  seenAt: number;
}

/**
 * Shares places between organizations by the time of their tasks, so that one organization's long tasks do not delay another's short ones.
 *
 * A quarter of the places, at least one, is for the slower tasks. Slower tasks use more places only until a quicker one of another
 * organization waits; then the latest of them are interrupted. They leave the places free that a quicker organization used until two
 * seconds ago, so that its next tasks interrupt nothing. Among tasks of about the same length, the organization goes first that has
 * used the least time.
 */
export function createFairPlaces(count: number): FairPlaces {
  const slowPlaces = Math.max(1, Math.floor(count / 4));
  const places: Places = {
    ...{ slowPlaces, shares: createTimeShares() },
    ...{ waiting: new Map(), running: new Set(), present: new Map() },
  };
  let timer: NodeJS.Timeout | undefined;

  /** Starts all tasks that get a place. */
  function dispatch(): void {
    clearTimeout(timer);
    forgetAbsent(places);
    while (places.waiting.size > 0) {
      const quickest = findQuickest(places);
      const slower = listSlower(places, quickest);
      if (places.running.size >= count) {
        interruptSlower(places, quickest, slower);
        break;
      }
      const free = count - places.running.size;
      if (!startNext(places, quickest, { free, hasSlowPlace: slower.length < slowPlaces })) break;
    }
    if (places.waiting.size > 0) timer = setTimeout(dispatch, lookMs);
  }

  return {
    async run(organizationId, task, signal) {
      for (let isFirst = false; ; isFirst = true) {
        signal.throwIfAborted();
        const waits = waitForPlace(places, { organizationId, isFirst }, signal);
        dispatch();
        const place = await waits;
        try {
          return await task(AbortSignal.any([signal, place.interrupt.signal]));
        } catch (error) {
          if (signal.aborted || !place.interrupt.signal.aborted) throw error;
        } finally {
          place.end();
          places.running.delete(place);
          see(places, organizationId);
          dispatch();
        }
      }
    },
  };
}

/** Records that a task of an organization started or ended. */
function see({ present, shares }: Places, organizationId: string): void {
  const running = shares.countRunning(organizationId);
  const { peak = 0 } = present.get(organizationId) ?? {};
  present.set(organizationId, { peak: Math.max(peak, running), seenAt: performance.now() });
}

function forgetAbsent({ present, shares }: Places): void {
  const before = performance.now() - keptMs;
  for (const [id, { seenAt }] of present)
    if (seenAt < before && shares.countRunning(id) === 0) present.delete(id);
}

/** Returns the organization that waits or is present whose next task is probably the shortest. */
function findQuickest({ waiting, present, shares }: Places): string {
  const ids = [...waiting.keys(), ...present.keys()];
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
  return [...places.running].filter(
    (task) =>
      task.organizationId !== organizationId &&
      !task.interrupt.signal.aborted &&
      Math.max(now - task.startedAt, places.shares.expectMs(task.organizationId)) > limit,
  );
}

/** Interrupts the latest of the slower tasks, unless enough of them end already. */
function interruptSlower(
  { waiting, running, slowPlaces }: Places,
  quickest: string,
  slower: readonly RunningTask[],
): void {
  const ending = [...running].filter(({ interrupt }) => interrupt.signal.aborted).length;
  const needed = (waiting.get(quickest)?.length ?? 0) - ending;
  const count = Math.max(0, Math.min(needed, slower.length - slowPlaces));
  for (const { interrupt } of slower.slice(slower.length - count)) interrupt.abort();
}

interface FreePlaces {
  readonly free: number;
  /** True if fewer slower tasks run than have places of their own. */
  readonly hasSlowPlace: boolean;
}

/** Starts the task that goes first. Returns false if none may start. */
function startNext(places: Places, quickest: string, { free, hasSlowPlace }: FreePlaces): boolean {
  const { waiting, shares } = places;
  const limit = limitMs(places, quickest);
  const ids = [...waiting.keys()];
  const slow = ids.filter((id) => shares.expectMs(id) > limit);
  const quick = ids.filter((id) => shares.expectMs(id) <= limit);
  // The first task of an organization shows how long its tasks take.
  const judged = quick.filter((id) => shares.countRunning(id) === 0 || shares.hasEnded(id));
  const guests = free > countKept(places, limit) ? slow : [];
  const eligible = [hasSlowPlace ? slow : [], judged, quick, guests].find((list) => list.length > 0);
  const next = eligible?.reduce((a, b) => (shares.usedMs(b) < shares.usedMs(a) ? b : a));
  const [start] = waiting.get(next ?? '') ?? [];
  if (next === undefined || start === undefined) return false;
  removeWaiting(places, next, start);
  start();
  return true;
}

/** Counts the free places that quick organizations used until shortly before. */
function countKept({ present, shares }: Places, limit: number): number {
  let kept = 0;
  for (const [id, { peak }] of present)
    if (shares.expectMs(id) <= limit) kept += Math.max(0, peak - shares.countRunning(id));
  return kept;
}

function removeWaiting({ waiting }: Places, organizationId: string, start: StartTask): void {
  const tasks = waiting.get(organizationId) ?? [];
  tasks.splice(tasks.indexOf(start), 1);
  if (tasks.length === 0) waiting.delete(organizationId);
}

interface NewTask {
  readonly organizationId: string;
  /** True for a task that was interrupted: it is the next one of its organization. */
  readonly isFirst: boolean;
}

/** Resolves when the task has a place. */
function waitForPlace(
  places: Places,
  { organizationId, isFirst }: NewTask,
  signal: AbortSignal,
): Promise<RunningTask> {
  const { waiting, running, shares } = places;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      removeWaiting(places, organizationId, start);
      reject(signal.reason as Error);
    };
    const start = (): void => {
      signal.removeEventListener('abort', leave);
      const startedAt = performance.now();
      const end = shares.start(organizationId);
      const task = { organizationId, startedAt, interrupt: new AbortController(), end };
      running.add(task);
      see(places, organizationId);
      resolve(task);
    };
    signal.addEventListener('abort', leave, { once: true });
    const tasks = waiting.get(organizationId) ?? [];
    if (isFirst) tasks.unshift(start);
    else tasks.push(start);
    waiting.set(organizationId, tasks);
  });
}
