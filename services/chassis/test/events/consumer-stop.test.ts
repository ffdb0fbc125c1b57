import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConsumerBench } from './consumer-bench.ts';
import type { ConsumerBench } from './consumer-bench.ts';

let bench: ConsumerBench;

beforeEach(async () => {
  bench = await openConsumerBench();
});
afterEach(() => bench.close());

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });

describe('stopping a consumer', () => {
  it('lets running handlers complete and takes no new event', async () => {
    const handled: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const began = Promise.withResolvers<undefined>();
    await bench.publish('in-flight');
    const consumer = await bench.start({
      concurrency: 1,
      async handle({ value }) {
        began.resolve(undefined);
        await gate.promise;
        handled.push(value.fileId);
      },
    });
    await began.promise;
    await bench.publish('too-late');
    const stopping = consumer.stop();
    gate.resolve(undefined);
    await stopping;
    expect(handled).toEqual(['in-flight']);
    await expect.poll(bench.unfinished).toBe(1);
  });

  it('nacks unfinished events at the deadline, and another consumer takes them at once', async () => {
    const began = Promise.withResolvers<undefined>();
    const handled: number[] = [];
    await bench.publish('slow');
    const ackWaitMs = 60_000;
    const first = await bench.start({
      ackWaitMs,
      async handle(_, { signal }) {
        began.resolve(undefined);
        await rejection(signal);
      },
    });
    await began.promise;
    await first.stop(10);
    await bench.start({ ackWaitMs, handle: ({ deliveryCount }) => void handled.push(deliveryCount) });
    await expect.poll(() => handled).toEqual([2]);
    await expect.poll(bench.unfinished).toBe(0);
  });

  it('ends at once when no handler runs', async () => {
    const consumer = await bench.start({ handle: () => undefined });
    await expect.poll(() => consumer.isAttached()).toBe(true);
    const startedAt = performance.now();
    await consumer.stop(170_000);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });
});
