import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openDeadLetterQueue } from '../../src/events/maintenance/dead-letter-queue.ts';
import type { DeadLetter, DeadLetterQueue } from '../../src/events/maintenance/dead-letter-queue.ts';
import { PoisonError } from '../../src/events/poison-error.ts';
import { durable } from './consumer-bench.ts';
import { openDueEventBench } from './due-event-bench.ts';
import type { DueEventBench } from './due-event-bench.ts';
import { servers, uniqueName } from '../servers.ts';

let opened: DueEventBench;
let namespace: string;
let bench: DueEventBench['bench'];
let dueEvents: DueEventBench['dueEvents'];
let queue: DeadLetterQueue;

beforeEach(async () => {
  namespace = uniqueName();
  opened = await openDueEventBench(namespace, systemClock);
  ({ bench, dueEvents } = opened);
  queue = openDeadLetterQueue(opened.nats, dueEvents, 'test');
});

afterEach(() => opened.close());

async function letters(from = queue): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  for await (const letter of from.list()) found.push(letter);
  return found;
}

/** Consumes events, which become dead letters while `isBroken` returns true. */
async function consume(isBroken: () => boolean): Promise<{ readonly id: string; readonly count: number }[]> {
  const handled: { id: string; count: number }[] = [];
  await bench.start({
    dueEvents,
    handle({ id, deliveryCount }) {
      if (isBroken()) throw new PoisonError('the handler is broken');
      handled.push({ id, count: deliveryCount });
    },
  });
  return handled;
}

describe('dead letters', () => {
  it('can be listed and read by their own service only', async () => {
    await bench.publish('one', 'two');
    await consume(() => true);
    await expect.poll(async () => (await letters()).length).toBe(2);
    const [first] = await letters();
    expect(first).toMatchObject({
      consumer: durable,
      event: 'assay.files.v1.FileUploaded',
      organizationId: 'org',
      requestId: 'req',
      deliveryCount: 1,
      reason: 'the handler is broken',
    });
    const read = await queue.read(first?.number ?? 0);
    expect(read).toMatchObject({ letter: first, content: { fileId: expect.stringMatching(/one|two/u) } });
    const foreign = openDeadLetterQueue(opened.nats, dueEvents, 'other');
    expect(await letters(foreign)).toEqual([]);
    expect(await foreign.read(first?.number ?? 0)).toBeUndefined();
    expect(await foreign.redeliver(first?.number ?? 0)).toBe(false);
  });

  it('are redelivered to their consumer under the same id', async () => {
    let isBroken = true;
    await bench.publish('one');
    const handled = await consume(() => isBroken);
    await expect.poll(async () => (await letters()).length).toBe(1);
    const [letter] = await letters();
    isBroken = false;
    expect(await queue.redeliver(letter?.number ?? 0)).toBe(true);
    await expect.poll(() => handled).toEqual([{ id: letter?.eventId, count: 1 }]);
    expect(await letters()).toEqual([]);
    expect(await queue.redeliver(letter?.number ?? 0)).toBe(false);
  });

  it('become new letters when they fail again at once', async () => {
    await bench.publish('one');
    await consume(() => true);
    await expect.poll(async () => (await letters()).length).toBe(1);
    const [letter] = await letters();
    await queue.redeliver(letter?.number ?? 0);
    await expect.poll(async () => (await letters()).map(({ number }) => number)).toEqual([2]);
  });

  it('are listed and redelivered by a command', async () => {
    await bench.publish('one');
    await consume(() => true);
    await expect.poll(async () => (await letters()).length).toBe(1);
    await bench.stop();
    const script = fileURLToPath(new URL('dead-letters-command.ts', import.meta.url));
    const environment = {
      MONGODB_URI: servers.mongodb.uri,
      MONGODB_DATABASE: opened.mongo.db.databaseName,
      NATS_URL: servers.nats.url,
      NATS_NAMESPACE: namespace,
    };
    const command = async (...args: string[]): Promise<string> => {
      const options = { env: { ...process.env, ...environment } };
      const commandArgs = ['--conditions=source', script, ...args];
      return (await promisify(execFile)(process.execPath, commandArgs, options)).stdout;
    };
    expect(await command()).toContain(`${durable}  assay.files.v1.FileUploaded`);
    expect(await command('read', '1')).toContain('"fileId": "one"');
    expect(await command('send-again', 'all')).toBe('dead letter 1 was sent again\n');
    expect(await command('list')).toBe('');
  });
});
