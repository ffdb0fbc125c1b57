import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLifecycle } from './lifecycle.ts';
import type { PeriodicTask } from './periodic-task.ts';
import { startPeriodicTask } from './periodic-task.ts';

function start(task: Omit<PeriodicTask, 'name'>) {
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const lifecycle = createLifecycle(logger);
  startPeriodicTask({ lifecycle, logger }, { name: 'a task', ...task });
  return { logged, stop: () => lifecycle.stop() };
}

it('runs at once and repeatedly, never two runs at a time', async () => {
  let runs = 0;
  let atOnce = 0;
  let most = 0;
  const task = start({
    everyMs: 1,
    run: async () => {
      runs += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
    },
  });
  expect(runs).toBe(1);
  await expect.poll(() => runs).toBeGreaterThan(3);
  await task.stop();
  expect(most).toBe(1);
});

it('continues after a failure, and logs it', async () => {
  let runs = 0;
  const task = start({
    everyMs: 1,
    run: () => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('broken')) : Promise.resolve();
    },
  });
  await expect.poll(() => runs).toBeGreaterThan(2);
  await task.stop();
  expect(task.logged).toHaveLength(1);
  expect(JSON.parse(task.logged[0] ?? '')).toMatchObject({
    task: 'a task',
    msg: 'a periodic task failed and will be retried',
    err: { message: 'broken' },
  });
});

it('doubles the pause after each failure in a row, up to a limit', async () => {
  const startedAt: number[] = [];
  const task = start({
    everyMs: 20,
    maxBackoffMs: 80,
    run: () => {
      startedAt.push(performance.now());
      return Promise.reject(new Error('broken'));
    },
  });
  await expect.poll(() => startedAt.length).toBeGreaterThan(3);
  await task.stop();
  const [first = 0, second = 0, third = 0, fourth = 0] = startedAt;
  expect(second - first).toBeGreaterThan(38);
  expect(third - second).toBeGreaterThan(78);
  expect(fourth - third).toBeGreaterThan(78);
});

it('ends the pause when the process stops, aborts the run, and waits for it', async () => {
  const paused = start({ everyMs: 3_600_000, run: () => Promise.resolve() });
  await paused.stop();
  let isDone = false;
  const busy = start({
    everyMs: 1,
    run: async (signal) => {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      await new Promise((resolve) => setTimeout(resolve, 5));
      isDone = true;
    },
  });
  await busy.stop();
  expect(isDone).toBe(true);
});
