import type { CommandStartedEvent } from 'mongodb';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Registry } from 'prom-client';
import type { EventConnection } from '../../src/events/connection.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import type { Publisher } from '../../src/events/publisher.ts';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { ensureIndexes } from '../../src/mongo/indexes.ts';
import { backfillOutboxSince, newOutbox, outboxIndexes } from '../../src/mongo/outbox.ts';
import type { Relay } from '../../src/mongo/relay.ts';
import {
  ensureStreams,
  noteEvent,
  openNotes,
  openRelay,
  readPublished,
  appendNotes,
  countPending,
} from '../events/notes.ts';
import { openMongo, openNats, uniqueName } from '../servers.ts';

let mongo: MongoConnection;
let nats: EventConnection;
let relays: Relay[];

beforeEach(async () => {
  [mongo, nats] = await Promise.all([openMongo(), openNats(uniqueName())]);
  await Promise.all([ensureIndexes(openNotes(mongo.db), outboxIndexes), ensureStreams(nats)]);
  relays = [];
});

afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await Promise.all([mongo.close(), nats.close()]);
});

function open(
  ...rest: Parameters<typeof openRelay> extends [unknown, unknown, ...infer R] ? R : never
): Relay {
  const relay = openRelay(mongo.db, nats, ...rest);
  relays.push(relay);
  return relay;
}

/** Creates a publisher whose `publish` is replaced; the function receives the real publisher. */
function publisherThat(
  publish: (real: Publisher, ...entry: Parameters<Publisher['publish']>) => Promise<unknown>,
): Publisher {
  const real = createPublisher(nats);
  return {
    async publish(entry) {
      await publish(real, entry);
      return true;
    },
    isConnected: () => true,
  };
}

const emptied = () => expect.poll(() => countPending(mongo.db)).toBe(0);

describe('publishing', () => {
  it('publishes a notified document without waiting for a sweep', async () => {
    await appendNotes(mongo.db, 'one', 'a');
    open().notify('notes', 'one');
    await emptied();
    expect(await readPublished(nats)).toEqual(['a']);
  });

  it('publishes more than one batch of documents by its sweep without notifications', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `note-${index.toString()}`);
    await Promise.all(ids.map((id) => appendNotes(mongo.db, id, id)));
    open({ batchSize: 4 }).start();
    await emptied();
    expect((await readPublished(nats)).toSorted()).toEqual(ids.toSorted());
  });

  it('publishes the events that were inserted with a document', async () => {
    await openNotes(mongo.db).insertOne({ _id: 'new', ...newOutbox(noteEvent('inserted')) });
    open().notify('notes', 'new');
    await emptied();
    expect(await readPublished(nats)).toEqual(['inserted']);
  });

  it('keeps the order of the events of a document, also of events appended while it publishes', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => index.toString());
    const relay = open();
    for (const text of texts) {
      await appendNotes(mongo.db, 'one', text);
      relay.notify('notes', 'one');
    }
    await emptied();
    expect(await readPublished(nats)).toEqual(texts);
  });

  it('publishes each event once when several relays run at the same time', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `note-${index.toString()}`);
    await Promise.all(ids.map((id) => appendNotes(mongo.db, id, `${id}/1`, `${id}/2`)));
    open().start();
    open().start();
    open().start();
    await emptied();
    expect(await readPublished(nats)).toHaveLength(60);
  });

  it('sends organization, request and time of the event as headers', async () => {
    const event = noteEvent('a');
    await openNotes(mongo.db).insertOne({ _id: 'new', ...newOutbox(event) });
    open().notify('notes', 'new');
    await emptied();
    const stored = await nats.jsm.streams.getMessage(nats.namespace.stream('FILES'), { seq: 1 });
    expect(stored.header.get('Nats-Msg-Id')).toBe(event.id);
    expect(stored.header.get('Assay-Organization')).toBe('org');
    expect(stored.header.get('Assay-Request-Id')).toBe('req');
    expect(stored.header.get('Assay-Occurred-At')).toBe(event.occurredAt.toISOString());
  });
});

describe('failures', () => {
  it('stores an event in the stream once although the relay died between publishing and removing', async () => {
    await appendNotes(mongo.db, 'one', 'a', 'b');
    const wasPublished = Promise.withResolvers<undefined>();
    const dying = openRelay(mongo.db, nats, {
      publisher: publisherThat(async (real, entry) => {
        await real.publish(entry);
        wasPublished.resolve(undefined);
        await new Promise(() => undefined);
      }),
    });
    dying.notify('notes', 'one');
    await wasPublished.promise;
    expect(await countPending(mongo.db)).toBe(1);
    open().start();
    await emptied();
    expect(await readPublished(nats)).toEqual(['a', 'b']);
  });

  it('retries after a failure and keeps the order', async () => {
    let failures = 3;
    const publisher = publisherThat(async (real, entry) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('not now');
      }
      await real.publish(entry);
    });
    await appendNotes(mongo.db, 'one', 'a', 'b', 'c');
    open({ publisher }).start();
    await emptied();
    expect(await readPublished(nats)).toEqual(['a', 'b', 'c']);
  });

  it('publishes the events of other documents while one document always fails', async () => {
    await appendNotes(mongo.db, 'bad', 'bad');
    const publisher = publisherThat(async (real, entry) => {
      if (Buffer.from(entry.payload).includes('bad')) throw new Error('never');
      await real.publish(entry);
    });
    open({ publisher }).start();
    await appendNotes(mongo.db, 'good', 'good');
    await expect.poll(() => readPublished(nats)).toEqual(['good']);
    await expect.poll(() => countPending(mongo.db)).toBe(1);
  });

  it('removes exactly the published events of a document', async () => {
    const publisher = publisherThat(async (real, entry) => {
      if (Buffer.from(entry.payload).includes('second')) throw new Error('not this one');
      await real.publish(entry);
    });
    await appendNotes(mongo.db, 'one', 'first', 'second');
    open({ publisher }).notify('notes', 'one');
    await expect
      .poll(async () => (await openNotes(mongo.db).findOne({ _id: 'one' }))?.outbox?.length)
      .toBe(1);
  });
});

const since = async (id: string) => (await openNotes(mongo.db).findOne({ _id: id }))?.outboxSince;

describe('outboxSince', () => {
  it('is set by the first event and removed once all are published', async () => {
    await appendNotes(mongo.db, 'one', 'a');
    const first = await since('one');
    await appendNotes(mongo.db, 'one', 'b');
    expect(first).toBeInstanceOf(Date);
    expect(await since('one')).toEqual(first);
    open().notify('notes', 'one');
    await emptied();
    await expect.poll(() => since('one')).toBeUndefined();
    await appendNotes(mongo.db, 'one', 'c');
    expect(await since('one')).toBeInstanceOf(Date);
  });

  it('is the time of the oldest remaining event when an event is added meanwhile or one fails', async () => {
    const appended = Promise.withResolvers<undefined>();
    const publisher = publisherThat(async (real, entry) => {
      if (Buffer.from(entry.payload).includes('late')) throw new Error('not this one');
      if (Buffer.from(entry.payload).includes('first')) {
        await appendNotes(mongo.db, 'one', 'late');
        appended.resolve(undefined);
      }
      await real.publish(entry);
    });
    await appendNotes(mongo.db, 'one', 'first', 'second');
    open({ publisher }).notify('notes', 'one');
    await appended.promise;
    await expect
      .poll(async () => (await openNotes(mongo.db).findOne({ _id: 'one' }))?.outbox?.length)
      .toBe(1);
    expect(await since('one')).toBeInstanceOf(Date);
  });

  it('is removed from empty outboxes, since older relays leave it there', async () => {
    await openNotes(mongo.db).insertOne({ _id: 'one', outbox: [], outboxSince: new Date() });
    await openNotes(mongo.db).insertOne({ _id: 'two', outboxSince: new Date() });
    open().start();
    await expect.poll(() => since('one')).toBeUndefined();
    await expect.poll(() => since('two')).toBeUndefined();
  });

  it('is found by the sweep with an index, also in documents of earlier versions after the backfill', async () => {
    await openNotes(mongo.db).insertOne({ _id: 'earlier', outbox: [noteEvent('earlier')] });
    await backfillOutboxSince(mongo.db, ['notes'], new Date());
    expect(await since('earlier')).toBeInstanceOf(Date);
    const commands: CommandStartedEvent[] = [];
    mongo.client.on('commandStarted', (command) => commands.push(command));
    const relay = open();
    relay.start();
    await emptied();
    await relay.stop();
    expect(await readPublished(nats)).toEqual(['earlier']);
    const sorts = commands
      .filter(({ commandName }) => commandName === 'find')
      .map(({ command }) => command['sort'] as unknown);
    expect(sorts.filter((sort) => sort !== undefined).length).toBeGreaterThan(0);
    expect(await findUncoveredQueries(commands, mongo.db)).toEqual([]);
  });
});

describe('lag', () => {
  it('is the age of the oldest waiting event, and 0 once all are published', async () => {
    let isConnected = false;
    const real = createPublisher(nats);
    const publisher: Publisher = { publish: (entry) => real.publish(entry), isConnected: () => isConnected };
    const now = new Date('2026-01-01T00:01:00Z');
    const event = { ...noteEvent('a'), occurredAt: new Date('2026-01-01T00:00:00Z') };
    await openNotes(mongo.db).insertOne({ _id: 'old', ...newOutbox(event) });
    const metrics = new Registry();
    const relay = open({ publisher, clock: { now: () => now }, metrics });
    relay.start();
    await expect.poll(() => relay.lagMs()).toBe(60_000);
    expect(await metrics.metrics()).toContain('assay_outbox_lag_seconds 60');
    isConnected = true;
    await expect.poll(() => relay.lagMs()).toBe(0);
    await expect
      .poll(() => metrics.metrics())
      .toContain('assay_outbox_published_total{collection="notes"} 1');
  });
});
