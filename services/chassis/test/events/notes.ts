import { FileUploaded } from '@assay/proto/files/v1/file_events';
import type { Collection, Db } from 'mongodb';
import { Registry } from 'prom-client';
import { systemClock } from '../../src/clock.ts';
import type { EventConnection } from '../../src/events/connection.ts';
import { newEvent } from '../../src/events/event.ts';
import type { OutboxEntry } from '../../src/events/event.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { ensureStream } from '../../src/events/streams.ts';
import { appendEvents } from '../../src/mongo/outbox.ts';
import type { OutboxDocument } from '../../src/mongo/outbox.ts';
import { createRelay } from '../../src/mongo/relay.ts';
import type { Relay, RelayOptions } from '../../src/mongo/relay.ts';
import { logger } from '../servers.ts';

/** A minimal document with an outbox. */
export interface Note extends OutboxDocument {
  readonly _id: string;
  readonly seen?: string[];
}

export const stream = 'FILES';
export const openNotes = (db: Db): Collection<Note> => db.collection<Note>('notes');

export function noteEvent(text: string): OutboxEntry {
  const value = FileUploaded.fromPartial({ fileId: text });
  return newEvent(FileUploaded, value, { organizationId: 'org', call: { requestId: 'req' } });
}

/** Appends events with `texts` in this order by one write. */
export async function appendNotes(db: Db, id: string, ...texts: readonly string[]): Promise<void> {
  await openNotes(db).updateOne({ _id: id }, appendEvents(...texts.map(noteEvent)), { upsert: true });
}

export async function countPending(db: Db): Promise<number> {
  return await openNotes(db).countDocuments({ 'outbox.occurredAt': { $gt: new Date(0) } });
}

export async function ensureStreams(connection: EventConnection): Promise<void> {
  await ensureStream(connection, {
    name: stream,
    messages: [FileUploaded],
    retention: 'limits',
    maxAgeMs: 600_000,
  });
}

export function openRelay(db: Db, connection: EventConnection, overrides: Partial<RelayOptions> = {}): Relay {
  return createRelay({
    db,
    collections: ['notes'],
    publisher: createPublisher(connection),
    clock: systemClock,
    logger,
    metrics: new Registry(),
    sweepEveryMs: 50,
    ...overrides,
  });
}

/** Reads the texts in the stream, in the order of the stream. */
export async function readPublished(connection: EventConnection): Promise<string[]> {
  const name = connection.namespace.stream(stream);
  const { state } = await connection.jsm.streams.info(name);
  const texts: string[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq += 1) {
    const message = await connection.jsm.streams.getMessage(name, { seq });
    texts.push(FileUploaded.decode(message.data).fileId);
  }
  return texts;
}
