import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandStartedEvent } from 'mongodb';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import type { ReceivedEvent } from '../../src/events/consumer.ts';
import { openDueEventBench } from './due-event-bench.ts';
import type { DueEventBench } from './due-event-bench.ts';
import { uniqueName } from '../servers.ts';

let opened: DueEventBench;
let bench: DueEventBench['bench'];
let clock: ReturnType<typeof createMovingClock>;
let dueEvents: DueEventBench['dueEvents'];

beforeEach(async () => {
  clock = createMovingClock();
  opened = await openDueEventBench(uniqueName(), clock);
  ({ bench, dueEvents } = opened);
});

afterEach(() => opened.close());

const waiting = () => opened.stored.countDocuments();
const minuteMs = 60_000;

describe('a retry that is more than a few seconds away', () => {
  it('leaves the stream at once, and is delivered when due with the same id and a higher delivery count', async () => {
    const received: ReceivedEvent<{ fileId: string }>[] = [];
    await bench.publish('flaky');
    await bench.start({
      dueEvents,
      backoffMs: [minuteMs],
      handle(event) {
        received.push(event);
        if (event.deliveryCount < 3) throw new Error('not now');
      },
    });
    await expect.poll(waiting).toBe(1);
    await expect.poll(bench.unfinished).toBe(0);
    clock.advance(minuteMs);
    await expect.poll(() => received.length).toBe(2);
    clock.advance(minuteMs);
    await expect.poll(() => received.length).toBe(3);
    await expect.poll(waiting).toBe(0);
    const [first, second, third] = received;
    expect(second).toEqual({ ...first, deliveryCount: 2 });
    expect(third).toEqual({ ...first, deliveryCount: 3 });
  });

  it('becomes a dead letter after the last allowed delivery, as in the stream', async () => {
    let deliveries = 0;
    const reported: string[] = [];
    await bench.publish('hopeless');
    await bench.start({
      dueEvents,
      backoffMs: [minuteMs],
      maxDeliver: 2,
      handle() {
        deliveries += 1;
        throw new Error('always');
      },
      onDeadLetter: ({ value }, reason) => void reported.push(`${value.fileId}: ${reason}`),
    });
    await expect.poll(waiting).toBe(1);
    clock.advance(minuteMs);
    await expect.poll(waiting).toBe(0);
    await expect.poll(async () => (await bench.deadLetters()).length).toBe(1);
    expect({ deliveries, reported }).toEqual({ deliveries: 2, reported: ['hopeless: always'] });
  });

  it('is claimed by another process when its process dies, and becomes a dead letter after the last delivery', async () => {
    await bench.publish('killer');
    const began = Promise.withResolvers<undefined>();
    const dying = await bench.start({
      dueEvents,
      ackWaitMs: 600_000,
      backoffMs: [minuteMs],
      async handle({ deliveryCount }) {
        if (deliveryCount === 1) throw new Error('not now');
        began.resolve(undefined);
        await new Promise(() => undefined);
      },
    });
    await expect.poll(waiting).toBe(1);
    clock.advance(minuteMs);
    await began.promise;
    // The lease expires without a heartbeat of the hanging process.
    clock.advance(600_000);
    const counts: number[] = [];
    await bench.start({
      dueEvents,
      ackWaitMs: 600_000,
      handle: ({ deliveryCount }) => void counts.push(deliveryCount),
    });
    await expect.poll(() => counts).toEqual([3]);
    await expect.poll(waiting).toBe(0);
    await dying.stop(0);
  });

  it('is delivered to another process at once when its process stops', async () => {
    await bench.publish('slow');
    const began = Promise.withResolvers<undefined>();
    const first = await bench.start({
      dueEvents,
      backoffMs: [minuteMs],
      async handle({ deliveryCount }, { signal }) {
        if (deliveryCount === 1) throw new Error('not now');
        began.resolve(undefined);
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        });
      },
    });
    await expect.poll(waiting).toBe(1);
    clock.advance(minuteMs);
    await began.promise;
    await first.stop(10);
    const counts: number[] = [];
    await bench.start({ dueEvents, handle: ({ deliveryCount }) => void counts.push(deliveryCount) });
    await expect.poll(() => counts).toEqual([3]);
  });

  it('is stored once, however often the stream delivers it', async () => {
    const event = {
      origin: { consumer: 'c', stream: 's', sequence: 1, storedAt: new Date() },
      subject: 'a',
      data: Buffer.from('x'),
      headers: () => ({ 'Nats-Msg-Id': 'id' }),
      deliveryCount: 3,
    };
    await dueEvents.insert(event, minuteMs);
    await dueEvents.insert({ ...event, deliveryCount: 4 }, minuteMs);
    expect(await waiting()).toBe(1);
    clock.advance(minuteMs);
    const [one, other] = await Promise.all([dueEvents.claim('c', minuteMs), dueEvents.claim('c', minuteMs)]);
    expect([one, other].filter((claimed) => claimed !== undefined)).toHaveLength(1);
  });
});

describe('a thousand failing events', () => {
  it('do not block a hundred healthy ones', { timeout: 300_000 }, async () => {
    const healthy = new Set<string>();
    const commands: CommandStartedEvent[] = [];
    opened.mongo.client.on('commandStarted', (command) => commands.push(command));
    await bench.publish(...Array.from({ length: 1_000 }, (_, index) => `failing-${index}`));
    await bench.start({
      dueEvents,
      concurrency: 4,
      ackWaitMs: 30_000,
      backoffMs: [1_000, 2_000, 5_000, 600_000],
      handle({ value }) {
        if (value.fileId.startsWith('failing')) throw new Error('not now');
        healthy.add(value.fileId);
      },
    });
    await bench.publish(...Array.from({ length: 100 }, (_, index) => `healthy-${index}`));
    await expect.poll(() => healthy.size).toBe(100);
    await expect.poll(waiting, { timeout: 120_000 }).toBe(1_000);
    await expect.poll(bench.unfinished).toBe(0);
    expect(await findUncoveredQueries(commands, opened.mongo.db)).toEqual([]);
  });
});
