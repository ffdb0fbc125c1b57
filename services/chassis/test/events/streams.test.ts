import { FileEnriched, FileUploaded, ImageEnrichmentRequested } from '@assay/proto/files/v1/file_events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventConnection } from '../../src/events/connection.ts';
import { ensureConsumer } from '../../src/events/durable.ts';
import { newEvent } from '../../src/events/event.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { ensureDeadLetters, ensureStream } from '../../src/events/streams.ts';
import type { StreamOptions } from '../../src/events/streams.ts';
import { noteEvent } from './notes.ts';
import { openNats, uniqueName } from '../servers.ts';

let nats: EventConnection;

beforeEach(async () => {
  nats = await openNats(uniqueName());
});

afterEach(async () => {
  await nats.close();
});

const options: StreamOptions = {
  name: 'FILES',
  messages: [FileUploaded],
  retention: 'limits',
  maxAgeMs: 3_600_000,
};
const readInfo = (name: string) => nats.jsm.streams.info(nats.namespace.stream(name));

describe('streams', () => {
  it('can be ensured by many processes at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => ensureStream(nats, options)));
    await Promise.all(Array.from({ length: 8 }, () => ensureDeadLetters(nats)));
    expect((await readInfo('FILES')).config.subjects).toEqual([
      nats.namespace.subject('assay.files.v1.FileUploaded'),
    ]);
  });

  it('adopt a changed declaration and keep their events', async () => {
    await ensureStream(nats, options);
    await createPublisher(nats).publish(noteEvent('kept'));
    await ensureStream(nats, { ...options, messages: [FileUploaded, FileEnriched], maxAgeMs: 7_200_000 });
    const { config, state } = await readInfo('FILES');
    expect(config.subjects).toHaveLength(2);
    expect(config.max_age).toBe(7_200_000_000_000);
    expect(state.messages).toBe(1);
  });

  it('are never narrowed when an older version is prepared again', async () => {
    await ensureStream(nats, { ...options, messages: [FileUploaded, FileEnriched], maxAgeMs: 7_200_000 });
    await ensureStream(nats, options);
    const { config } = await readInfo('FILES');
    expect(config.subjects).toHaveLength(2);
    expect(config.max_age).toBe(7_200_000_000_000);
    await createPublisher(nats).publish(
      newEvent(FileEnriched, FileEnriched.fromPartial({}), { organizationId: '' }),
    );
  });

  it('become the union of two versions that are prepared at once', async () => {
    await Promise.all([
      ...Array.from({ length: 4 }, () => ensureStream(nats, options)),
      ...Array.from({ length: 4 }, () => ensureStream(nats, { ...options, messages: [FileEnriched] })),
    ]);
    expect((await readInfo('FILES')).config.subjects).toHaveLength(2);
  });

  it('store an event once, however often it is published', async () => {
    await ensureStream(nats, options);
    const event = noteEvent('a');
    const publisher = createPublisher(nats);
    await Promise.all([1, 2, 3].map(() => publisher.publish(event)));
    expect((await readInfo('FILES')).state.messages).toBe(1);
  });

  it('reject an event that no stream stores, so that it stays in its outbox', async () => {
    await expect(createPublisher(nats).publish(noteEvent('homeless'))).rejects.toThrow();
  });
});

describe('a durable consumer', () => {
  const durable = { stream: 'FILES', durable: 'test__on-file', message: FileUploaded, ackWaitMs: 1_000 };
  const settings = async () => {
    const { config } = await nats.jsm.consumers.info(nats.namespace.stream('FILES'), 'test__on-file');
    return {
      ackWaitMs: (config.ack_wait ?? 0) / 1e6,
      takes: config.filter_subjects ?? [config.filter_subject],
    };
  };
  const named = (message: { readonly $type: string }) => nats.namespace.subject(message.$type);

  it('can be ensured by many processes at once, and adopts a changed setting', async () => {
    await ensureStream(nats, options);
    await Promise.all(Array.from({ length: 8 }, () => ensureConsumer(nats, durable)));
    expect(await settings()).toEqual({ ackWaitMs: 1_000, takes: [named(FileUploaded)] });
    await ensureConsumer(nats, { ...durable, ackWaitMs: 5_000 });
    expect(await settings()).toEqual({ ackWaitMs: 5_000, takes: [named(FileUploaded)] });
  });

  it('keeps the subjects of all of its versions', async () => {
    await ensureStream(nats, { ...options, messages: [FileUploaded, FileEnriched] });
    await ensureConsumer(nats, durable);
    await ensureConsumer(nats, { ...durable, message: FileEnriched });
    await ensureConsumer(nats, durable);
    expect((await settings()).takes.toSorted()).toEqual([named(FileEnriched), named(FileUploaded)]);
  });
});

describe('events', () => {
  it('have the name of their message as subject and contain their cause', () => {
    const call = { requestId: 'req', traceparent: '00-a-b-01' };
    const value = ImageEnrichmentRequested.fromPartial({ fileId: 'f' });
    const event = newEvent(ImageEnrichmentRequested, value, { organizationId: 'org', call });
    expect(event).toMatchObject({
      subject: 'assay.files.v1.ImageEnrichmentRequested',
      organizationId: 'org',
      ...call,
    });
    expect(ImageEnrichmentRequested.decode(event.payload)).toEqual(value);
    expect(event.id).toMatch(/^[a-z0-9]{24}$/u);
  });
});
