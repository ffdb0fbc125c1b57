import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventConnection } from '../../src/events/connection.ts';
import type { ReceivedEvent } from '../../src/events/consumer.ts';
import { deadLetterHeaders } from '../../src/events/dead-letters.ts';
import { PoisonError } from '../../src/events/poison-error.ts';
import { durable, openConsumerBench } from './consumer-bench.ts';
import type { ConsumerBench } from './consumer-bench.ts';

let nats: EventConnection;
let bench: ConsumerBench;

beforeEach(async () => {
  bench = await openConsumerBench();
  ({ nats } = bench);
});
afterEach(() => bench.close());

const forever = () => new Promise<never>(() => undefined);

describe('a failing handler', () => {
  it('receives the event again with the same id and a higher delivery count', async () => {
    const received: ReceivedEvent<FileUploaded>[] = [];
    await bench.publish('flaky');
    await bench.start({
      handle(event) {
        received.push(event);
        if (event.deliveryCount < 3) throw new Error('not now');
      },
    });
    await expect.poll(() => received.length).toBe(3);
    await expect.poll(bench.unfinished).toBe(0);
    expect(received.map(({ deliveryCount }) => deliveryCount)).toEqual([1, 2, 3]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(await bench.deadLetters()).toHaveLength(0);
  });

  it('makes a poison event a dead letter at once, and handles the others', async () => {
    const handled: string[] = [];
    const reported: string[] = [];
    await bench.publish('good-1', 'poison', 'good-2');
    await bench.start({
      handle({ value }) {
        if (value.fileId === 'poison') throw new PoisonError('cannot be\nread');
        handled.push(value.fileId);
      },
      onDeadLetter: ({ value }, reason) => void reported.push(`${value.fileId}: ${reason}`),
    });
    await expect.poll(bench.unfinished).toBe(0);
    expect(handled.toSorted()).toEqual(['good-1', 'good-2']);
    expect(reported).toEqual(['poison: cannot be\nread']);
    const [letter, ...others] = await bench.deadLetters();
    expect(others).toHaveLength(0);
    expect(letter?.subject).toBe(nats.namespace.subject(`dead-letters.${durable}`));
    expect(FileUploaded.decode(letter?.data ?? new Uint8Array()).fileId).toBe('poison');
    expect(letter?.header.get(deadLetterHeaders.reason)).toBe('cannot be read');
    expect(letter?.header.get(deadLetterHeaders.subject)).toBe(
      nats.namespace.subject('assay.files.v1.FileUploaded'),
    );
    expect(letter?.header.get(deadLetterHeaders.deliveryCount)).toBe('1');
    expect(letter?.header.get('Assay-Organization')).toBe('org');
  });

  it('is not called for a payload that cannot be decoded, which becomes a dead letter', async () => {
    const handled: string[] = [];
    const subject = nats.namespace.subject('assay.files.v1.FileUploaded');
    await nats.js.publish(subject, Buffer.from([0x0a, 0xff, 0xff, 0xff]));
    await bench.publish('good');
    await bench.start({ handle: ({ value }) => void handled.push(value.fileId) });
    await expect.poll(bench.unfinished).toBe(0);
    expect(handled).toEqual(['good']);
    const [letter] = await bench.deadLetters();
    expect([...(letter?.data ?? [])]).toEqual([0x0a, 0xff, 0xff, 0xff]);
  });

  it('makes an event a dead letter after the last allowed delivery', async () => {
    let deliveries = 0;
    await bench.publish('hopeless');
    await bench.start({
      maxDeliver: 3,
      handle() {
        deliveries += 1;
        throw new Error('always');
      },
    });
    await expect.poll(async () => (await bench.deadLetters()).length).toBe(1);
    await expect.poll(bench.unfinished).toBe(0);
    expect(deliveries).toBe(3);
  });

  it('is not called again when its last delivery never completed', async () => {
    await bench.publish('killer');
    const options = { maxDeliver: 1, ackWaitMs: 200 };
    const began = Promise.withResolvers<undefined>();
    const dying = await bench.start({
      ...options,
      async handle() {
        began.resolve(undefined);
        await forever();
      },
    });
    await began.promise;
    let wasHandled = false;
    const reported: string[] = [];
    await dying.stop(0);
    await bench.start({
      ...options,
      handle() {
        wasHandled = true;
      },
      onDeadLetter: ({ value }) => void reported.push(value.fileId),
    });
    await expect.poll(async () => (await bench.deadLetters()).length).toBe(1);
    await expect.poll(bench.unfinished).toBe(0);
    expect({ wasHandled, reported }).toEqual({ wasHandled: false, reported: ['killer'] });
  });

  it('records one dead letter although `onDeadLetter` failed at first', async () => {
    let calls = 0;
    await bench.publish('poison');
    await bench.start({
      handle: () => Promise.reject(new PoisonError('no')),
      onDeadLetter() {
        calls += 1;
        if (calls === 1) throw new Error('not now');
      },
    });
    await expect.poll(bench.unfinished).toBe(0);
    expect(calls).toBe(2);
    expect(await bench.deadLetters()).toHaveLength(1);
  });
});
