import { FileEnriched, FileUploaded } from '@assay/proto/files/v1/file_events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventConnection } from '../../src/events/connection.ts';
import { newEvent } from '../../src/events/event.ts';
import type { OutboxEntry } from '../../src/events/event.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { isId } from '../../src/ids.ts';
import { republish } from '../../src/work/republish.ts';
import { ensureStreams, readPublished } from '../events/notes.ts';
import { openNats, uniqueName } from '../servers.ts';

let nats: EventConnection;
beforeAll(async () => {
  nats = await openNats(uniqueName());
  await ensureStreams(nats);
});
afterAll(() => nats.close());

const count = 250;

function buildEvent(fileId: string): OutboxEntry {
  const value = FileUploaded.fromPartial({ fileId });
  return newEvent(FileUploaded, value, { organizationId: 'org', identity: fileId });
}

async function* listEvents(): AsyncGenerator<OutboxEntry> {
  for (let index = 0; index < count; index += 1) yield await Promise.resolve(buildEvent(index.toString()));
}

describe('newEvent', () => {
  it('gives all events of an identity one id, and each other event its own', () => {
    const context = { organizationId: 'org' };
    const identified = [buildEvent('a'), buildEvent('a'), buildEvent('b')].map(({ id }) => id);
    expect(identified[0]).toBe(identified[1]);
    const otherType = newEvent(FileEnriched, FileEnriched.fromPartial({}), { ...context, identity: 'a' });
    const random = [1, 2].map(() => newEvent(FileUploaded, FileUploaded.fromPartial({}), context).id);
    const ids = [...identified, otherType.id, ...random];
    expect(new Set(ids).size).toBe(5);
    expect(ids.every(isId)).toBe(true);
  });
});

describe('republish', () => {
  it('stores each event once, also when it was interrupted and is repeated', async () => {
    const publisher = createPublisher(nats);
    let published = 0;
    const dying = {
      publish(entry: OutboxEntry) {
        published += 1;
        return published > 130 ? Promise.reject(new Error('interrupted')) : publisher.publish(entry);
      },
    };
    await expect(republish(dying, listEvents())).rejects.toThrow('interrupted');
    const { stored, known } = await republish(publisher, listEvents());
    expect([stored, known]).toEqual([120, 130]);
    const texts = await readPublished(nats);
    expect(new Set(texts).size).toBe(count);
    expect(texts).toHaveLength(count);
  });
});
