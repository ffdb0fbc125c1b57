import { describe, expect, it } from 'vitest';
import { createRecorder } from './recorder.ts';

/** Records the groups, and ends each write when the test says so. */
function createWrites() {
  const groups: (readonly number[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const write = (items: readonly number[]): Promise<void> => {
    groups.push(items);
    return new Promise((resolve, reject) => {
      ends.push((error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  };
  return { groups, ends, write };
}

describe('a recorder', () => {
  it('writes the items together that arrive during a write', async () => {
    const { groups, ends, write } = createWrites();
    const recorder = createRecorder(write);
    const first = recorder.add(1);
    const others = [recorder.add(2), recorder.add(3)];
    expect(groups).toEqual([[1]]);
    ends[0]?.();
    await first;
    await expect.poll(() => groups).toEqual([[1], [2, 3]]);
    ends[1]?.();
    await Promise.all(others);
    const last = recorder.add(4);
    ends[2]?.();
    await last;
    expect(groups).toEqual([[1], [2, 3], [4]]);
  });

  it('rejects the items of a failed write alone, and goes on', async () => {
    const { groups, ends, write } = createWrites();
    const recorder = createRecorder(write);
    const results = Promise.allSettled([recorder.add(1), recorder.add(2)]);
    ends[0]?.(new Error('unavailable'));
    await expect.poll(() => groups).toHaveLength(2);
    ends[1]?.();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
