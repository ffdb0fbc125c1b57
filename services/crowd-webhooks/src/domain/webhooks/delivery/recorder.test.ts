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

const urgent = { maxItems: 100, lingerMs: 0, isUrgent: () => true };

describe('a recorder', () => {
  it('writes the items together that arrive in one iteration, or during a write', async () => {
    const { groups, ends, write } = createWrites();
    const recorder = createRecorder(write, urgent);
    const first = [recorder.add(1), recorder.add(2)];
    await expect.poll(() => groups).toEqual([[1, 2]]);
    const others = [recorder.add(3), recorder.add(4)];
    ends[0]?.();
    await Promise.all(first);
    await expect
      .poll(() => groups)
      .toEqual([
        [1, 2],
        [3, 4],
      ]);
    ends[1]?.();
    await Promise.all(others);
    const last = recorder.add(5);
    await expect.poll(() => groups).toEqual([[1, 2], [3, 4], [5]]);
    ends[2]?.();
    await last;
  });

  it('waits for further items until it is urgent, there are enough, or an item has waited', async () => {
    const { groups, ends, write } = createWrites();
    let isUrgent = false;
    const recorder = createRecorder(write, { maxItems: 2, lingerMs: 60_000, isUrgent: () => isUrgent });
    void recorder.add(1);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(groups).toEqual([]);
    void recorder.add(2);
    await expect.poll(() => groups).toEqual([[1, 2]]);
    void recorder.add(3);
    ends[0]?.();
    await new Promise(setImmediate);
    isUrgent = true;
    void recorder.add(4);
    void recorder.add(5);
    await expect
      .poll(() => groups)
      .toEqual([
        [1, 2],
        [3, 4],
      ]);
    ends[1]?.();
    await expect.poll(() => groups).toEqual([[1, 2], [3, 4], [5]]);
    ends[2]?.();
    const patient = createRecorder(write, { maxItems: 2, lingerMs: 1, isUrgent: () => false });
    void patient.add(6);
    await expect.poll(() => groups.at(-1)).toEqual([6]);
    ends[3]?.();
  });

  it('rejects the items of a failed write alone, and goes on', async () => {
    const { groups, ends, write } = createWrites();
    const recorder = createRecorder(write, { ...urgent, maxItems: 1 });
    const results = Promise.allSettled([recorder.add(1), recorder.add(2)]);
    await expect.poll(() => groups).toHaveLength(1);
    ends[0]?.(new Error('unavailable'));
    await expect.poll(() => groups).toHaveLength(2);
    ends[1]?.();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
