import { describe, expect, it, vi } from 'vitest';
import { createWorker, InterruptedError } from '../../src/work/worker.ts';
import type { TakenUnit, WorkQueue } from '../../src/work/worker.ts';
import { logger } from '../servers.ts';

const never = new AbortController().signal;

/** Creates a queue in memory that allows at most `maxTaken` units in progress. */
function createQueue(ids: readonly string[], maxTaken = 10) {
  const waiting = ids.map((id): TakenUnit => ({ id, organizationId: 'o', attempts: 0 }));
  let inWork = 0;
  const queue = {
    take: vi.fn(() => {
      if (waiting.length === 0) return Promise.resolve(undefined);
      if (inWork >= maxTaken) return Promise.resolve('full' as const);
      inWork += 1;
      const unit = waiting.shift();
      return Promise.resolve(unit && { ...unit, attempts: unit.attempts + 1 });
    }),
    freeSlot: () => {
      inWork -= 1;
    },
    renew: vi.fn(() => Promise.resolve(true)),
    postpone: vi.fn((unit: TakenUnit, _until: Date) => Promise.resolve(void waiting.push(unit))),
    release: vi.fn((unit: TakenUnit) => Promise.resolve(void waiting.push({ ...unit, attempts: 0 }))),
  } satisfies WorkQueue<TakenUnit>;
  return queue;
}

interface WorkerInput {
  readonly queue: ReturnType<typeof createQueue>;
  readonly execute: (unit: TakenUnit, signal: AbortSignal) => Promise<void>;
  readonly stopping?: AbortSignal;
}

function open({ queue, execute, stopping = never }: WorkerInput) {
  const clock = { now: () => new Date(0) };
  const giveUp = vi.fn(() => Promise.resolve());
  const worker = createWorker({ queue, execute, giveUp, clock, logger, stopping, slots: 4, maxAttempts: 3 });
  return { worker, clock, giveUp };
}

describe('a worker', () => {
  it('executes one unit per work token, and none when none waits', async () => {
    const done: string[] = [];
    const queue = createQueue(['a', 'b']);
    const { worker } = open({ queue, execute: ({ id }) => Promise.resolve(void done.push(id)) });
    await worker.processNext(never);
    expect(done).toEqual(['a']);
    await worker.processNext(never);
    await worker.processNext(never);
    expect(done).toEqual(['a', 'b']);
  });

  it('postpones a failed unit, and gives it up after the last attempt', async () => {
    const queue = createQueue(['a']);
    const { worker, clock, giveUp } = open({
      queue,
      execute: () => Promise.reject(new Error('no storage')),
    });
    for (let request = 0; request < 3; request += 1) await worker.processNext(never);
    const delays = queue.postpone.mock.calls.map(([, until]) => until.getTime() - clock.now().getTime());
    expect(delays).toEqual([1_000, 2_000]);
    expect(giveUp).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'a' }), 'no storage');
  });

  it('does not execute a unit that killed every worker that took it', async () => {
    const queue = createQueue([]);
    const execute = vi.fn(() => Promise.resolve());
    const { worker, giveUp } = open({ queue, execute });
    queue.take.mockResolvedValueOnce({ id: 'a', organizationId: 'o', attempts: 4 });
    await worker.processNext(never);
    expect(execute).not.toHaveBeenCalled();
    expect(giveUp).toHaveBeenCalledOnce();
  });

  it('releases an interrupted unit, and rejects so that another process gets the token', async () => {
    const queue = createQueue(['a']);
    const cut = new InterruptedError('stopping');
    const { worker } = open({ queue, execute: () => Promise.reject(cut) });
    await expect(worker.processNext(never)).rejects.toBe(cut);
    expect(queue.release).toHaveBeenCalledOnce();
    expect(queue.postpone).not.toHaveBeenCalled();
  });

  it('stops executing a unit whose lease was lost, and does not change it', async () => {
    vi.useFakeTimers();
    try {
      const queue = createQueue(['a']);
      queue.renew.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
      const execute = (_unit: TakenUnit, signal: AbortSignal) =>
        new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new InterruptedError('aborted')));
        });
      const { worker, giveUp } = open({ queue, execute });
      const working = worker.processNext(never);
      await vi.advanceTimersByTimeAsync(10_000);
      await working;
      expect(queue.renew).toHaveBeenCalledTimes(2);
      for (const method of [queue.release, queue.postpone, giveUp]) expect(method).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes no unit once the process stops', async () => {
    const queue = createQueue(['a']);
    const { worker } = open({
      queue,
      execute: () => Promise.resolve(),
      stopping: AbortSignal.abort(),
    });
    await expect(worker.processNext(never)).rejects.toThrow(InterruptedError);
    expect(queue.take).not.toHaveBeenCalled();
  });

  it('keeps tokens waiting while all organizations are at their limits', async () => {
    const done: string[] = [];
    const queue = createQueue(['a', 'b', 'c'], 1);
    const first = Promise.withResolvers<undefined>();
    const execute = async ({ id }: TakenUnit) => {
      if (id === 'a') await first.promise;
      done.push(id);
    };
    const { worker } = open({ queue, execute });
    const requests = [1, 2, 3].map(() => worker.processNext(never));
    await expect.poll(() => queue.take.mock.calls.length).toBeGreaterThan(3);
    expect(done).toEqual([]);
    first.resolve(undefined);
    await Promise.all(requests);
    expect(done).toEqual(['a', 'b', 'c']);
  });
});
