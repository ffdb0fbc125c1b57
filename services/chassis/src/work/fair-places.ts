import { countKept, forgetAbsent, interruptSlower, listInOrder, see } from './place-order.ts';
import type { Places, RunningTask, StartTask } from './place-order.ts';
import { createTimeShares } from '../process/time-shares.ts';

/** Places for the tasks of all organizations in this process. */
export interface FairPlaces {
  /**
   * Runs a task as soon as it gets a place, and settles as the task does. A task that another organization's shorter tasks wait for may be
   * interrupted by its signal; it then runs again from its beginning. Rejects with the reason of the caller's signal while the task waits.
   */
  run<T>(organizationId: string, task: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** How often tasks that wait look for one that has become slow. */
const lookMs = 100;

/**
 * Shares places between organizations by the time of their tasks, so that one organization's long tasks do not delay another's short ones.
 *
 * A quarter of the places, at least one, is for the slower tasks. Slower tasks use more places only until a quicker one of another
 * organization waits; then the latest of them are interrupted. They leave the places free that a quicker organization used until two
 * seconds ago, and one for ten minutes, so that its next tasks start at once. Among tasks of about the same length, the organization goes first that has
 * used the least time. While an organization waits whose tasks are known to be quick, those whose tasks are unknown try one at a time.
 */
export function createFairPlaces(count: number): FairPlaces {
  const slowPlaces = Math.max(1, Math.floor(count / 4));
  const places: Places = {
    slowPlaces,
    shares: createTimeShares(),
    waiting: new Map(),
    running: new Set(),
    present: new Map(),
  };
  let timer: NodeJS.Timeout | undefined;

  /** Starts all tasks that get a place. */
  function dispatch(): void {
    clearTimeout(timer);
    forgetAbsent(places);
    while (places.waiting.size > 0) {
      const free = count - places.running.size;
      if (free === 0) interruptSlower(places);
      if (free === 0 || !startNext(places, free)) break;
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
          place.end(place.interrupt.signal.aborted);
          places.running.delete(place);
          see(places, organizationId);
          dispatch();
        }
      }
    },
  };
}

/** Starts the task that goes first. Returns false if none may start. */
function startNext(places: Places, free: number): boolean {
  const { waiting } = places;
  const next = listInOrder(places).find(({ id, isOwed }) => isOwed || free > countKept(places, id))?.id;
  const [start] = waiting.get(next ?? '') ?? [];
  if (next === undefined || start === undefined) return false;
  removeWaiting(places, next, start);
  start();
  return true;
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
