import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { RunStarted } from '@assay/proto/runs/v1/run_events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EventConnection } from '../../src/events/connection.ts';
import { moveUnread } from '../../src/events/maintenance/move-unread.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { ensureStream } from '../../src/events/streams.ts';
import { createConsumerBench, durable } from './consumer-bench.ts';
import { ensureStreams, noteEvent, stream } from './notes.ts';
import { openNats, uniqueName } from '../servers.ts';

const former = { stream, durable, subject: 'assay.files.v1.FileUploaded' };
let nats: EventConnection;
beforeEach(async () => {
  nats = await openNats(uniqueName());
  await ensureStreams(nats);
  const kept = { retention: 'limits', maxAgeMs: 600_000 } as const;
  await ensureStream(nats, { name: 'RUNS', messages: [RunStarted], ...kept });
});
afterEach(() => nats.close());

async function moved(): Promise<string[]> {
  const name = nats.namespace.stream('RUNS');
  const { state } = await nats.jsm.streams.info(name);
  const texts: string[] = [];
  for (let seq = 1; seq <= state.messages; seq += 1) {
    const { data, subject } = await nats.jsm.streams.getMessage(name, { seq });
    expect(subject).toBe(nats.namespace.subject('assay.runs.v1.RunStarted'));
    texts.push(FileUploaded.decode(data).fileId);
  }
  return texts;
}

it('moves unhandled events once, although the stream no longer accepts their subject', async () => {
  const handled: string[] = [];
  const bench = createConsumerBench(nats);
  await bench.start({ handle: ({ value }) => void handled.push(value.fileId) });
  await bench.publish('handled');
  // A consumer has no unfinished events either before the event was delivered.
  await expect.poll(() => handled).toEqual(['handled']);
  await expect.poll(bench.unfinished).toBe(0);
  await bench.stop();
  await bench.publish('unread', 'unread too');
  const other = { name: stream, messages: [{ $type: 'assay.files.v1.FileMoved' }] };
  await ensureStream(nats, { ...other, retention: 'limits', maxAgeMs: 600_000 });
  await Promise.all([moveUnread(nats, former, RunStarted), moveUnread(nats, former, RunStarted)]);
  expect(handled).toEqual(['handled']);
  expect(await moved()).toEqual(['unread', 'unread too']);
  await moveUnread(nats, former, RunStarted);
  expect(await moved()).toHaveLength(2);
});

it('does nothing when the consumer or the stream never existed', async () => {
  await createPublisher(nats).publish(noteEvent('a'));
  await moveUnread(nats, former, RunStarted);
  await moveUnread(nats, { ...former, stream: 'NOWHERE' }, RunStarted);
  expect(await moved()).toEqual([]);
});
