import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { appendEvents } from '../../src/mongo/outbox.ts';
import { createOutboxWriter } from '../../src/mongo/outbox-writer.ts';
import { noteEvent, openNotes, countPending } from '../events/notes.ts';
import { openMongo } from '../servers.ts';

let mongo: MongoConnection;
let notified: string[];

beforeEach(async () => {
  mongo = await openMongo();
  notified = [];
  await openNotes(mongo.db).insertOne({ _id: 'one', seen: ['a'] });
});

afterEach(() => mongo.close());

function write(seen: string): Promise<boolean> {
  const relay = { notify: (...document: string[]) => notified.push(document.join(' ')) };
  const filter = { _id: 'one', seen };
  return createOutboxWriter(openNotes(mongo.db), relay)(filter, {
    $set: { seen: ['b'] },
    ...appendEvents(noteEvent('a')),
  });
}

describe('a write that appends an event', () => {
  it('changes the document, appends the event and wakes the relay', async () => {
    expect(await write('a')).toBe(true);
    expect(await openNotes(mongo.db).findOne({ _id: 'one' })).toMatchObject({ seen: ['b'] });
    expect(await countPending(mongo.db)).toBe(1);
    expect(notified).toEqual(['notes one']);
  });

  it('changes nothing when the document no longer matches the filter', async () => {
    expect(await write('c')).toBe(false);
    expect(await openNotes(mongo.db).findOne({ _id: 'one' })).toEqual({ _id: 'one', seen: ['a'] });
    expect(notified).toEqual([]);
  });
});
