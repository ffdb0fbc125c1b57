import type { OutgoingCall } from '@assay/chassis/call-context';
import type { EventConnection } from '@assay/chassis/events/connection';
import { createPublisher } from '@assay/chassis/events/publisher';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { days, minutes } from '@assay/chassis/units';
import { republish } from '@assay/chassis/work/republish';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { FileEnriched } from '@assay/proto/files/v1/file_events';
import { DeletionAnswer, UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { eventually } from '@assay/test-kit/eventually';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { loseStream, readEvents } from '@assay/test-kit/servers/lose-stream';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { image } from '../content.ts';
import { declareResources } from '../../src/resources.ts';
import { createFileStore } from '../../src/store/file/file-store.ts';
import { filesStream } from '../../src/streams.ts';
import { connectEvents, startWithProject } from '../started-project.ts';
import type { StartedProject } from '../started-project.ts';

const consumer = 'projects-files__on-file-enriched';
const silent = { notify: () => undefined };

let running: StartedProject['running'];
let call: OutgoingCall;
let projectId: string;
let store: StartedProject['store'];
let becomes: StartedProject['becomes'];
let events: EventConnection;
beforeAll(async () => {
  ({ running, call, projectId, store, becomes } = await startWithProject());
  events = await connectEvents(running);
});
afterAll(async () => {
  await events.close();
  await running.stop();
});

const stored = () => readEvents(events, filesStream, FileEnriched);
const since = (ms: number) => new Date(running.clock.now().getTime() - ms);
const redrive = () =>
  republish(
    createPublisher(events),
    createFileStore(running.db, silent).listEnrichmentEvents(since(days(1))),
  );
const readRecords = () => running.db.collection('pipeline_runs').find().sort({ _id: 1 }).toArray();

async function allHandled(): Promise<void> {
  await eventually(async () => {
    const { num_pending, num_ack_pending } = await events.jsm.consumers.info(
      events.namespace.stream('FILES'),
      consumer,
    );
    expect([num_pending, num_ack_pending]).toEqual([0, 0]);
  });
}

it('arrives once more under its first id after NATS lost its contents, for each enrichment, and changes nothing', async () => {
  const fileId = await store(await image('png'));
  await becomes(fileId, EnrichmentStatus.COMPLETED);
  await running.pipelineRuns.retryEnrichment(call, { projectId, fileId });
  await becomes(fileId, EnrichmentStatus.COMPLETED);
  const brokenId = await store((await image('png')).subarray(0, 60));
  await becomes(brokenId, EnrichmentStatus.FAILED);
  await eventually(async () => expect(await stored()).toHaveLength(3));
  await allHandled();
  const first = await stored();
  expect(new Set(first.map(({ id }) => id)).size).toBe(3);
  expect(first.map(({ value }) => value)).toEqual([
    { fileId, projectId, organizationId: call.organizationId, succeeded: true },
    { fileId, projectId, organizationId: call.organizationId, succeeded: true },
    { fileId: brokenId, projectId, organizationId: call.organizationId, succeeded: false },
  ]);
  // The end of an enrichment that is repeated does not change the record, although its file has changed.
  await running.files.updateFile(
    call,
    UpdateFileRequest.fromPartial({ fileId, name: 'b.png', updateMask: ['name'] }),
  );
  const records = await readRecords();

  await loseStream(events, filesStream);
  await prepareService(declareResources(running.config), running.config);
  expect(await redrive()).toEqual({ stored: 3, known: 0 });
  expect(await redrive()).toEqual({ stored: 0, known: 3 });
  expect((await stored()).toSorted(byId)).toEqual(first.toSorted(byId));
  await allHandled();
  expect(await readRecords()).toEqual(records);
  expect(await countDeadLetters(events, consumer)).toBe(0);
});

it('is not published for a file that was deleted, and for an enrichment that is older', async () => {
  const find = async (ms: number) => {
    const found = createFileStore(running.db, silent).listEnrichmentEvents(since(ms));
    return (await Array.fromAsync(found)).map(({ payload }) => FileEnriched.decode(payload).fileId);
  };
  const fileId = await store(await image('png'));
  await becomes(fileId, EnrichmentStatus.COMPLETED);
  expect(await find(minutes(5))).toContain(fileId);
  running.clock.advance(days(1));
  expect(await find(days(1) - minutes(5))).not.toContain(fileId);
  expect(await find(days(1) + minutes(5))).toContain(fileId);
  await running.files.deleteFile(call, { fileId, answer: DeletionAnswer.UNSPECIFIED });
  expect(await find(days(2))).not.toContain(fileId);
});

it('is found by an index', async () => {
  const { mongodbUri: uri, mongodbDatabase: database } = running.config;
  const mongo = await connectMongo({ uri, database, appName: 'test', monitorCommands: true });
  const commands: CommandStartedEvent[] = [];
  mongo.client.on('commandStarted', (command) => commands.push(command));
  await Array.fromAsync(createFileStore(mongo.db, silent).listEnrichmentEvents(new Date(0)));
  expect(commands.map(({ commandName }) => commandName)).toEqual(['find']);
  expect(await findUncoveredQueries(commands, mongo.db)).toEqual([]);
  await mongo.close();
});

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id.localeCompare(other.id);
}
