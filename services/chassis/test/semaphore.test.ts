import { expect, it } from 'vitest';
import { createSemaphore } from '../src/process/semaphore.ts';

it('never runs more tasks at once than its limit, and runs all of them in order', async () => {
  const semaphore = createSemaphore(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      semaphore.run(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(index);
        await Promise.resolve();
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

it('runs the next task after a task failed', async () => {
  const semaphore = createSemaphore(1);
  const failing = semaphore.run(() => Promise.reject(new Error('broken')));
  const next = semaphore.run(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});

it('is idle when no task runs or waits', async () => {
  const semaphore = createSemaphore(1);
  await semaphore.idle();
  const ended: string[] = [];
  const tasks = ['first', 'second'].map((name) =>
    semaphore.run(async () => {
      await Promise.resolve();
      ended.push(name);
    }),
  );
  await semaphore.idle();
  expect(ended).toEqual(['first', 'second']);
  await Promise.all(tasks);
});
