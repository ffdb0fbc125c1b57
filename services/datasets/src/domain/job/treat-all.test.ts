import { expect, it } from 'vitest';
import { treatAll } from './treat-all.ts';

const running = { signal: new AbortController().signal };

it('returns the results in the order of the values', async () => {
  const treat = async (value: number) => {
    await Promise.resolve();
    return value * 2;
  };
  expect(await treatAll([1, 2, 3], { ...running, atOnce: 2 }, treat)).toEqual([2, 4, 6]);
});

it('aborts the other files when one fails, starts no further one, and rejects after the last has ended', async () => {
  const events: string[] = [];
  const treat = async (name: string, signal: AbortSignal) => {
    events.push(`${name} starts`);
    if (name === 'broken') {
      await Promise.resolve();
      throw new Error('broken');
    }
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
    events.push(`${name} ends`);
    throw new Error('aborted');
  };
  const treated = treatAll(['slow', 'broken', 'later'], { ...running, atOnce: 2 }, treat);
  await expect(treated).rejects.toThrow('broken');
  expect(events).toEqual(['slow starts', 'broken starts', 'slow ends']);
});

it('stops when its signal aborts', async () => {
  const stopping = AbortSignal.abort(new Error('stopping'));
  const treat = () => Promise.resolve();
  await expect(treatAll([1], { atOnce: 1, signal: stopping }, treat)).rejects.toThrow('stopping');
});
