import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFairPlaces } from './fair-places.ts';
import type { FairPlaces } from './fair-places.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

/** Takes a time of the clock, unless it is interrupted. */
function work(ms: number) {
  return (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('interrupted'));
      });
    });
}

/** Processes as a pool has them: an interrupted task takes its process with it, and the next task waits a second for a new one. */
function createProcesses(count: number) {
  const idle = Array.from({ length: count }, () => ({ isAlive: false }));
  let killed = 0;
  return {
    countKilled: () => killed,
    replace() {
      for (const process of idle) process.isAlive = false;
    },
    async run(ms: number, signal: AbortSignal) {
      const process = idle.pop();
      if (process === undefined) throw new Error('more tasks than places');
      try {
        await work(process.isAlive ? ms : 1_000 + ms)(signal);
        process.isAlive = true;
      } catch (error) {
        process.isAlive = false;
        killed += 1;
        throw error;
      } finally {
        idle.push(process);
      }
    },
  };
}

/** Starts tasks of one organization, and resolves to the time until the last of them has ended. */
async function runTasks(places: FairPlaces, organizationId: string, tasks: { count: number; ms: number }) {
  const startedAt = performance.now();
  const { count, ms } = tasks;
  await Promise.all(Array.from({ length: count }, () => places.run(organizationId, work(ms), never)));
  return performance.now() - startedAt;
}

/** Moves the clock until the promise is settled. */
async function settle<T>(promise: Promise<T>): Promise<T> {
  const open = new Set([promise]);
  void promise.finally(() => open.clear());
  while (open.size > 0) await vi.advanceTimersByTimeAsync(50);
  return promise;
}

const hostile = ['a', 'b', 'c', 'd'];
const files = { count: 200, ms: 100 };

describe('places', () => {
  it.each([0, 60_000])(
    'take at most twice the time alone beside four organizations with long tasks that came %d ms before',
    async (beforeMs) => {
      const alone = await settle(runTasks(createFairPlaces(4), 'victim', files));
      expect(alone).toBe(5_000);
      const places = createFairPlaces(4);
      for (const id of hostile) void runTasks(places, id, { count: 50, ms: 100_000 });
      await vi.advanceTimersByTimeAsync(beforeMs);
      expect(await settle(runTasks(places, 'victim', files))).toBeLessThanOrEqual(2 * alone);
    },
  );

  it('keep the places of an organization whose next tasks come when the last ones have ended', async () => {
    const places = createFairPlaces(4);
    const interrupted: string[] = [];
    const long = async (signal: AbortSignal) => {
      signal.addEventListener('abort', () => interrupted.push('long'));
      await work(100_000)(signal);
    };
    for (const id of hostile) for (let count = 0; count < 8; count += 1) void places.run(id, long, never);
    await vi.advanceTimersByTimeAsync(60_000);
    const worker = async () => {
      for (let count = 0; count < 50; count += 1) {
        await places.run('victim', work(100), never);
        await Promise.resolve();
      }
    };
    const startedAt = performance.now();
    await settle(Promise.all([worker(), worker()]));
    expect(performance.now() - startedAt).toBeLessThanOrEqual(2 * 5_000);
    expect(interrupted.length).toBeLessThanOrEqual(10);
  });

  it('are kept from long tasks that were interrupted, whose time until then says little', async () => {
    const places = createFairPlaces(4);
    const processes = createProcesses(4);
    const runUnit = (count = 50) =>
      settle(
        Promise.all(
          Array.from({ length: count }, () =>
            places.run('victim', (signal) => processes.run(10, signal), never),
          ),
        ),
      );
    await runUnit();
    // Its last files wait for new processes.
    processes.replace();
    await runUnit(4);
    for (const id of hostile)
      for (let count = 0; count < 50; count += 1)
        void places.run(id, (signal) => processes.run(8_000, signal), never);
    await vi.advanceTimersByTimeAsync(5_000);
    const startedAt = performance.now();
    for (let unit = 0; unit < 4; unit += 1) {
      await runUnit();
      await vi.advanceTimersByTimeAsync(500);
    }
    // Alone it takes 2.6 seconds.
    expect(performance.now() - startedAt).toBeLessThanOrEqual(2 * 2_600);
    expect(processes.countKilled()).toBeLessThanOrEqual(10);
  });

  it('are not taken from an organization with quick tasks when one of them waits for a new process', async () => {
    const places = createFairPlaces(2);
    await settle(runTasks(places, 'quick', { count: 20, ms: 10 }));
    let runs = 0;
    const waiting = places.run(
      'quick',
      (signal) => {
        runs += 1;
        return work(1_500)(signal);
      },
      never,
    );
    void runTasks(places, 'other', { count: 200, ms: 100 });
    void runTasks(places, 'unknown', { count: 20, ms: 100 });
    await settle(waiting);
    expect(runs).toBe(1);
  });

  it('are all used by one organization, and by long tasks while no shorter one waits', async () => {
    const places = createFairPlaces(4);
    expect(await settle(runTasks(places, 'a', { count: 8, ms: 10_000 }))).toBe(20_000);
    const both = ['a', 'b'].map((id) => runTasks(places, id, { count: 4, ms: 10_000 }));
    expect(Math.max(...(await settle(Promise.all(both))))).toBe(20_000);
  });

  it('let long tasks end beside an organization whose short tasks never end', async () => {
    const places = createFairPlaces(4);
    void runTasks(places, 'short', { count: 3_000, ms: 100 });
    expect(await settle(runTasks(places, 'long', { count: 2, ms: 30_000 }))).toBeLessThan(70_000);
  });

  it('are shared by time and not by number', async () => {
    const places = createFairPlaces(2);
    const ended = { short: 0, longer: 0 };
    const start = (id: 'short' | 'longer', ms: number) => {
      for (let count = 0; count < 500; count += 1)
        void places.run(id, work(ms), never).then(() => (ended[id] += 1));
    };
    start('short', 200);
    start('longer', 600);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended.short / ended.longer).toBeGreaterThan(2.5);
    expect(ended.short / ended.longer).toBeLessThan(3.5);
  });

  it('are left by a task whose caller gives up while it waits, and keep the error of a task', async () => {
    const places = createFairPlaces(1);
    const caller = new AbortController();
    void places.run('a', work(1_000), never);
    const waiting = places.run('a', work(1_000), caller.signal);
    caller.abort(new Error('no longer needed'));
    await expect(waiting).rejects.toThrow('no longer needed');
    const failing = places.run('b', () => delay(0).then(() => Promise.reject(new Error('broken'))), never);
    failing.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(failing).rejects.toThrow('broken');
  });
});
