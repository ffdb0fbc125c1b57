import { describe, expect, it } from 'vitest';
import { retryOnConflict } from '../src/retry-on-conflict.ts';

/** A stored version that many writers change at once, each under the condition that it is still the one that they read. */
function createCounter() {
  let version = 0;
  return {
    version: () => version,
    async increment() {
      const before = version;
      await Promise.resolve();
      if (version !== before) return false;
      version += 1;
      return version;
    },
  };
}

describe('retryOnConflict', () => {
  it('lets a hundred concurrent writers all succeed, each with a result of its own', async () => {
    const counter = createCounter();
    const writers = Array.from({ length: 100 }, () => retryOnConflict(() => counter.increment()));
    expect(new Set(await Promise.all(writers)).size).toBe(100);
    expect(counter.version()).toBe(100);
  });

  it('takes undefined as a lost attempt too, and null, zero and the empty string as results', async () => {
    const results = [undefined, false, null] as const;
    await expect(retryOnConflict((number) => Promise.resolve(results[number]))).resolves.toBeNull();
    await expect(retryOnConflict(() => Promise.resolve(0))).resolves.toBe(0);
    await expect(retryOnConflict(() => Promise.resolve(''))).resolves.toBe('');
  });

  it('gives up with ABORTED after a hundred attempts', async () => {
    const numbers: number[] = [];
    const lost = retryOnConflict((number) => Promise.resolve(numbers.push(number) < 0));
    await expect(lost).rejects.toMatchObject({ status: 'ABORTED', reason: 'CONCURRENT_CHANGE' });
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, number) => number));
  });

  it('rejects with the error of an attempt at once', async () => {
    let attempts = 0;
    const refused = retryOnConflict(() => Promise.reject(new Error(`refused ${(attempts += 1).toString()}`)));
    await expect(refused).rejects.toThrow('refused 1');
  });
});
