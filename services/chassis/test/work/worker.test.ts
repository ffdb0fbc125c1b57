import { describe, expect, it, vi } from 'vitest';
import { createWorker, InterruptedError } from '../../src/work/worker.ts';
import type { TakenUnit, WorkQueue } from '../../src/work/worker.ts';
import { logger } from '../servers.ts';

const never = new AbortController().signal;

/** Turns in memory, of which at most `most` may be in work. */
function createQueue(ids: readonly string[], most = 10) {
  const waiting = ids.map((id): TakenUnit => ({ id, organizationId: 'o', attempts: 0 }));
  let inWork = 0;
  const queue = {
    take: vi.fn(() => {
      if (waiting.length === 0) return Promise.resolve(undefined);
      if (inWork >= most) return Promise.resolve('full' as const);
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
  const worker = createWorker({
    ...{ queue, execute, giveUp, clock, logger, stopping, slots: 4, maxAttempts: 3 },
  });
  return { worker, clock, giveUp };
}

describe('a worker', () => {
  it('works on one unit for each request, and on none when none waits', async () => {
    const done: string[] = [];
    const queue = createQueue(['a', 'b']);
    const { worker } = open({ queue, execute: ({ id }) => Promise.resolve(void done.push(id)) });
    await worker.processNext(never);
    expect(done).toEqual(['a']);
    await worker.processNext(never);
    await worker.processNext(never);
    expect(done).toEqual(['a', 'b']);
  });

  it('tries again later what failed, and gives it up after so many attempts', async () => {
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

  it('does not execute what killed every worker that took it', async () => {
    const queue = createQueue([]);
    const execute = vi.fn(() => Promise.resolve());
    const { worker, giveUp } = open({ queue, execute });
    queue.take.mockResolvedValueOnce({ id: 'a', organizationId: 'o', attempts: 4 });
    await worker.processNext(never);
    expect(execute).not.toHaveBeenCalled();
    expect(giveUp).toHaveBeenCalledOnce();
  });

  it('gives back what was cut short, and lets the request be made elsewhere', async () => {
    const queue = createQueue(['a']);
    const cut = new InterruptedError('stopping');
    const { worker } = open({ queue, execute: () => Promise.reject(cut) });
    await expect(worker.processNext(never)).rejects.toBe(cut);
    expect(queue.release).toHaveBeenCalledOnce();
    expect(queue.postpone).not.toHaveBeenCalled();
  });

  it('stops working on what was ended meanwhile, and leaves it alone', async () => {
    vi.useFakeTimers();
    try {
      const queue = createQueue(['a']);
      queue.renew.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
      const execute = (_unit: TakenUnit, signal: AbortSignal) =>
        new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new InterruptedError('cut short')));
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

  it('takes nothing once the process stops', async () => {
    const queue = createQueue(['a']);
    const { worker } = open({
      queue,
      execute: () => Promise.resolve(),
      stopping: AbortSignal.abort(),
    });
    await expect(worker.processNext(never)).rejects.toThrow(InterruptedError);
    expect(queue.take).not.toHaveBeenCalled();
  });

  it('lets requests wait that find the organizations busy, until they are not', async () => {
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
