import { systemClock } from '@assay/chassis/clock';
import { connectNats } from '@assay/chassis/events/connection';
import type { EventConnection } from '@assay/chassis/events/connection';
import { createPublisher } from '@assay/chassis/events/publisher';
import { ensureStream } from '@assay/chassis/events/streams';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import { createRelay } from '@assay/chassis/mongo/relay';
import { days } from '@assay/chassis/units';
import { republish } from '@assay/chassis/work/republish';
import { DatasetVersionCompleted } from '@assay/proto/datasets/v1/dataset_events';
import { eventually } from '@assay/test-kit/eventually';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { loseStream, readEvents } from '@assay/test-kit/servers/lose-stream';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { derivedVersion } from '../src/domain/version/version.ts';
import type { Version } from '../src/domain/version/version.ts';
import { createVersionStore, versionCollection, versionIndexes } from '../src/store/version-store.ts';
import type { VersionStore } from '../src/store/version-store.ts';
import { datasetStream } from '../src/streams.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const commands: CommandStartedEvent[] = [];
let mongo: MongoConnection;
let events: EventConnection;
let relay: ReturnType<typeof createRelay>;
let versions: VersionStore;

beforeAll(async () => {
  const { database, natsNamespace: namespace } = createTestPlatform();
  const { mongodb, nats } = inject('servers');
  mongo = await connectMongo({ uri: mongodb.uri, database, appName: 'test', monitorCommands: true });
  mongo.client.on('commandStarted', (command) => commands.push(command));
  events = await connectNats({ url: nats.url, name: 'test', namespace, logger });
  await ensureStream(events, datasetStream);
  await ensureIndexes(mongo.db.collection(versionCollection), versionIndexes);
  const publisher = createPublisher(events);
  relay = createRelay({
    db: mongo.db,
    collections: [versionCollection],
    publisher,
    clock: systemClock,
    logger,
    metrics: createMetrics('datasets'),
  });
  versions = createVersionStore(mongo.db, relay);
});
afterAll(async () => {
  await relay.stop();
  await events.close();
  await mongo.close();
});

async function runningVersion(): Promise<Version> {
  const owner = { organizationId: newId(), datasetId: newId(), createdBy: newId() };
  const version = derivedVersion({
    ...owner,
    id: newId(),
    label: undefined,
    pipelineSlug: 'images-standard',
    state: 'cleaning',
    parentVersionId: newId(),
    source: { segmentIds: [], fileCount: 0 },
    createdAt: new Date(),
  });
  return versions.insert(version, new Date());
}

const stored = () => readEvents(events, datasetStream, DatasetVersionCompleted);
const failed = { state: 'failed', error: 'stalled' } as const;
const cleaned = {
  ...({ state: 'cleaned', segmentIds: [], fileCount: 0, sizeBytes: 0, manifestSha256: undefined } as const),
  counts: { unchanged: 0, changed: 0, removed: {}, skipped: {} },
  pipelineVersion: '1',
  scan: undefined,
};

it('arrives once more under its first id after NATS lost its contents', async () => {
  const now = new Date();
  const first = await runningVersion();
  const second = await runningVersion();
  const older = await runningVersion();
  await runningVersion();
  await versions.end(first, cleaned, now);
  await versions.end(second, failed, now);
  await versions.end(older, failed, new Date(now.getTime() - days(2)));
  await eventually(async () => expect(await stored()).toHaveLength(3));
  const published = await stored();
  expect(published.map(({ value }) => value)).toContainEqual({
    organizationId: first.organizationId,
    datasetId: first.datasetId,
    versionId: first.id,
    state: 'cleaned',
  });
  await loseStream(events, datasetStream);
  const since = new Date(now.getTime() - days(1));
  const redrive = () => republish(createPublisher(events), versions.listEndEvents(since));
  expect(await redrive()).toEqual({ stored: 2, known: 0 });
  expect(await redrive()).toEqual({ stored: 0, known: 2 });
  const recent = published.filter(({ value }) => value.versionId !== older.id);
  expect((await stored()).toSorted(byId)).toEqual(recent.toSorted(byId));
});

it('is found by an index', async () => {
  expect(commands.some(({ command }) => JSON.stringify(command).includes('completedAt'))).toBe(true);
  expect(await findUncoveredQueries(commands, mongo.db)).toEqual([]);
});

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id.localeCompare(other.id);
}
