import { describe, expect, it } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

/** Creates tasks that run until `finish` is called, and records the order in which they start. */
function controlled() {
  const started: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<boolean>>();
  return {
    started,
    task: (name: string) => () => {
      const gate = Promise.withResolvers<boolean>();
      gates.set(name, gate);
      started.push(name);
      return gate.promise;
    },
    finish: (name: string, result = true) => gates.get(name)?.resolve(result),
  };
}

describe('a keyed queue', () => {
  it('runs at most `limit` tasks at once, in the order of their arrival', async () => {
    const queue = createKeyedQueue(2);
    const { started, task, finish } = controlled();
    const results = ['a', 'b', 'c'].map((key) => queue.run(key, task(key)));
    expect(started).toEqual(['a', 'b']);
    expect(queue.size()).toBe(3);
    finish('a');
    await results[0];
    expect(started).toEqual(['a', 'b', 'c']);
    finish('b');
    finish('c');
    await queue.idle();
    expect(queue.size()).toBe(0);
  });

  it('never runs two tasks of one key at once, and runs another key meanwhile', async () => {
    const queue = createKeyedQueue(8);
    const { started, task, finish } = controlled();
    const first = queue.run('a', task('a/1'));
    const second = queue.run('a', task('a/2'));
    void queue.run('b', task('b/1'));
    expect(started).toEqual(['a/1', 'b/1']);
    finish('a/1');
    await first;
    expect(started).toEqual(['a/1', 'b/1', 'a/2']);
    finish('a/2', false);
    expect(await second).toBe(false);
    finish('b/1');
    await queue.idle();
  });

  it('shares the waiting task of a key among later callers', async () => {
    const queue = createKeyedQueue(8);
    const { started, task, finish } = controlled();
    const running = queue.run('a', task('a/1'));
    const waiting = queue.run('a', task('a/2'));
    const joined = queue.run('a', task('a/3'));
    finish('a/1');
    await running;
    finish('a/2');
    expect(await Promise.all([waiting, joined])).toEqual([true, true]);
    expect(started).toEqual(['a/1', 'a/2']);
  });

  it('continues after a failed task', async () => {
    const queue = createKeyedQueue(1);
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(queue.run('a', () => Promise.resolve(true))).resolves.toBe(true);
  });
});
