import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('never runs more tasks at once than allowed, runs all of them, and in order', async () => {
  const turns = createTurns(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      turns.run(async () => {
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

it('gives the place of a task that failed to the next one', async () => {
  const turns = createTurns(1);
  const failing = turns.run(() => Promise.reject(new Error('broken')));
  const next = turns.run(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});
