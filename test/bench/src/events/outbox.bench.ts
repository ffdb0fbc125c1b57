/** The cost of one query for waiting events with more and more of them, and its index. */
import type { CommandStartedEvent, Db } from 'mongodb';
import { newEvent } from '@assay/chassis/events/event';
import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import { newOutbox, outboxIndexes } from '@assay/chassis/mongo/outbox';
import { sweepOutbox } from '@assay/chassis/mongo/outbox-sweep';
import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { readQueryShapes } from '@assay/test-kit/database/query-shapes';
import { startBenchServers } from '../bench-servers.ts';
import { insertMany } from '../growth/insert-many.ts';
import { openWireMeter } from '../growth/wire-meter.ts';
import type { WireCost } from '../growth/wire-meter.ts';
import { printTable, say } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const backlogs = [10, 1_000, 10_000];
const doneCount = 1_000;
const batchSize = 100;
const collection = 'notes';

interface Sweep extends WireCost {
  readonly backlog: number;
  readonly ms: number;
  /** In words, what no index serves. */
  readonly uncovered: readonly string[];
  /** Whether a field of the sort lies in an array, where MongoDB sorts by no index. */
  readonly sortsInArray: boolean;
}

/** What a relay asks each second: the oldest documents in whose outbox events wait. */
type Look = (db: Db) => Promise<unknown>;

const present: Look = (db) => {
  // Nothing may be published, as while NATS is away: the sweep ends after its look.
  const outboxes = { drain: () => Promise.resolve(true), size: () => 0, idle: () => Promise.resolve() };
  return sweepOutbox({ db, outboxes, batchSize, mayPublish: () => false }, collection);
};

/** As it was before commit 81fd0fb. */
const before: Look = (db) =>
  db
    .collection(collection)
    .find({ 'outbox.occurredAt': { $gt: new Date(0) } }, { projection: { 'outbox.occurredAt': 1 } })
    .sort({ 'outbox.occurredAt': 1 })
    .limit(batchSize)
    .toArray();

async function fill(db: Db, backlog: number): Promise<void> {
  await ensureIndexes(db.collection(collection), outboxIndexes);
  const context = { organizationId: newId(), call: { requestId: newId() } };
  const value = FileUploaded.fromPartial({ fileId: newId() });
  const waiting = () => ({ _id: newId(), ...newOutbox(newEvent(FileUploaded, value, context)) });
  await insertMany(db.collection(collection), backlog, waiting);
  await insertMany(db.collection(collection), doneCount, () => ({ _id: newId(), outbox: [] }));
}

async function measure(uri: string, backlog: number, look: Look): Promise<Sweep> {
  const meter = await openWireMeter(uri, `outbox-${newId()}`);
  await fill(meter.db, backlog);
  const startedAt = performance.now();
  const cost = await meter.measure(() => look(meter.db));
  const ms = performance.now() - startedAt;
  const commands = await commandsOf(uri, meter.db.databaseName, look);
  const uncovered = await findUncoveredQueries(commands, meter.db);
  const sorted = commands.flatMap(readQueryShapes).flatMap(({ sort }) => sort.map(([field]) => field));
  const inArrays = await Promise.all(sorted.map((field) => liesInArray(meter.db, field)));
  await meter.db.dropDatabase();
  await meter.close();
  return { ...cost, backlog, ms, uncovered, sortsInArray: inArrays.includes(true) };
}

async function commandsOf(uri: string, database: string, look: Look): Promise<CommandStartedEvent[]> {
  const mongo = await connectMongo({ uri, database, appName: 'bench', monitorCommands: true });
  const commands: CommandStartedEvent[] = [];
  mongo.client.on('commandStarted', (command) => commands.push(command));
  await look(mongo.db);
  await mongo.close();
  return commands.filter(({ commandName }) => commandName === 'find');
}

async function liesInArray(db: Db, field: string): Promise<boolean> {
  const found = await db.collection(collection).findOne({ [field]: { $exists: true } });
  const [root = ''] = field.split('.');
  return Array.isArray(found?.[root]);
}

const isServed = ({ uncovered, sortsInArray }: Sweep): boolean => uncovered.length === 0 && !sortsInArray;
const row = (title: string, sweep: Sweep): string[] => {
  const { backlog, documents, bytes, ms } = sweep;
  // Where no index serves the sort, the server reads and sorts everything that waits.
  const read = isServed(sweep) ? documents : backlog;
  const numbers = [backlog, documents, bytes, read].map((number) => number.toLocaleString('en'));
  return [title, ...numbers, isServed(sweep) ? 'yes' : 'no', ms.toFixed(0)];
};

const { servers, stop } = await startBenchServers(await temporaryFolder());
try {
  const rows: string[][] = [];
  const sweeps: Sweep[] = [];
  for (const backlog of backlogs) {
    rows.push(row('before 81fd0fb', await measure(servers.mongodb.uri, backlog, before)));
    const sweep = await measure(servers.mongodb.uri, backlog, present);
    sweeps.push(sweep);
    rows.push(row('present', sweep));
  }
  say(`one look for waiting events, beside ${doneCount.toLocaleString('en')} documents without`);
  printTable(
    ['', 'waiting', 'returned', 'bytes', 'MongoDB reads', 'filter and sort by the index', 'ms here'],
    ...rows,
  );
  say('ms are those of the embedded server, which scans; what MongoDB reads follows from the index');
  const isMet = sweeps.every((sweep) => isServed(sweep) && sweep.documents <= batchSize);
  say(`served by the declared index, at most ${batchSize.toString()} returned: ${isMet ? 'met' : 'MISSED'}`);
  if (!isMet) process.exitCode = 1;
} finally {
  await stop();
}
