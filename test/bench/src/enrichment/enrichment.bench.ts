/** Images per second and core through the service, against a bare loop of the same calls of sharp. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import { connectNats } from '@assay/chassis/events/connection';
import type { EventConnection } from '@assay/chassis/events/connection';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { ImageEnrichmentRequested } from '@assay/proto/files/v1/file_events';
import { samplePhotograph, findSharedMedia } from '@assay/test-kit/fixtures';
import { createRest } from '@assay/test-kit/rest';
import { measureAdjacent, ratiosOf, spread } from '../adjacent.ts';
import { measureBareImages } from './bare-images.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { printTable, say, verdictAtLeast } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { watchTreeCpu } from '../verification/tree-cpu.ts';

/**
 * From the request that waits in the queue to the record that is complete: files are uploaded before, and uploading is not counted. CPU of
 * projects-files and of all its children is, that of the database, the stream and the storage is not.
 */
const rounds = Number(process.argv[2] ?? 3);
const leastImages = 40;
const goal = 0.7;
const lookMs = 50;

interface FileRecord {
  readonly _id: string;
  readonly organizationId: string;
  readonly enrichmentStatus: string;
}

interface Stored {
  readonly files: Collection<FileRecord>;
  readonly records: readonly FileRecord[];
  readonly events: EventConnection;
}

/** CPU of one image in milliseconds, by where it is used. */
interface ImageCpu {
  readonly service: number;
  readonly children: number;
  readonly imagesPerSecond: number;
}

/** The photographs of the collection where it is there, else copies of the sample. */
function photographs(): readonly string[] {
  const folder = findSharedMedia('photos');
  const found =
    folder === undefined
      ? [samplePhotograph()]
      : readdirSync(folder)
          .filter((name) => name.endsWith('.jpg'))
          .map((name) => join(folder, name));
  return Array.from({ length: Math.ceil(leastImages / found.length) }).flatMap(() => found);
}

async function upload({ platform }: BenchPlatform, paths: readonly string[]): Promise<readonly string[]> {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Bench' });
  const fileIds: string[] = [];
  for (const path of paths) {
    const { status, body } = await rest.upload(project.id as string, path);
    if (status !== 201) throw new Error(`an upload was answered ${status.toString()}`);
    fileIds.push(body.id as string);
  }
  return fileIds;
}

/** Makes every image wait anew and asks for it, as after an upload. */
async function throughService({ platform }: BenchPlatform, stored: Stored): Promise<ImageCpu> {
  const { files, records, events } = stored;
  const all = { _id: { $in: records.map(({ _id }) => _id) } };
  const dueAt = new Date(Date.now() + 600_000);
  await files.updateMany(all, { $set: { enrichmentStatus: 'pending', attempts: 0, dueAt } });
  const publisher = createPublisher(events);
  const watch = watchTreeCpu(platform.processes['projects-files'].pid ?? 0);
  const startedAt = performance.now();
  await Promise.all(
    records.map(({ _id: fileId, organizationId }) =>
      publisher.publish(newEvent(ImageEnrichmentRequested, { fileId, organizationId }, { organizationId })),
    ),
  );
  await allCompleted(stored);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { process: service, descendants } = watch.stop();
  return {
    service: service / records.length,
    children: descendants / records.length,
    imagesPerSecond: records.length / seconds,
  };
}

async function allCompleted({ files, records }: Pick<Stored, 'files' | 'records'>): Promise<void> {
  const _id = { $in: records.map((record) => record._id) };
  const deadline = Date.now() + 300_000;
  while ((await files.countDocuments({ _id, enrichmentStatus: { $ne: 'completed' } })) > 0) {
    if (Date.now() > deadline) throw new Error('the images are not read in five minutes');
    await delay(lookMs);
  }
}

async function bareLoop(paths: readonly string[]): Promise<ImageCpu> {
  const milliseconds = await measureBareImages(paths);
  return { service: milliseconds, children: 0, imagesPerSecond: 1_000 / milliseconds };
}

async function measure(bench: BenchPlatform, stored: Stored, paths: readonly string[]): Promise<void> {
  const measured = await measureAdjacent(
    { bare: () => bareLoop(paths), assay: () => throughService(bench, stored) },
    rounds,
  );
  const { assay } = measured;
  const bare = measured.bare.map(({ service }) => service);
  const whole = assay.map(({ service, children }) => service + children);
  const perSecond = (milliseconds: readonly number[]): string =>
    spread(
      milliseconds.map((one) => 1_000 / one),
      1,
    );
  say(`\n${paths.length.toString()} images a round, ${rounds.toString()} rounds`);
  printTable(
    ['', 'ms of CPU per image', 'images per second and core'],
    ['bare loop', spread(bare, 1), perSecond(bare)],
    ['through the service', spread(whole, 1), perSecond(whole)],
    ...(['service', 'children'] as const).map((part) => [
      `  of it ${part === 'service' ? 'projects-files itself' : 'its children'}`,
      spread(
        assay.map((round) => round[part]),
        1,
      ),
      '',
    ]),
  );
  const shares = ratiosOf(bare, whole);
  say(
    `\nof the time of an image, ${spread(
      shares.map((share) => 100 * (1 - share)),
      0,
    )} % is not decoding`,
  );
  say(
    `of the bare loop's rate, ${spread(
      shares.map((share) => 100 * share),
      0,
    )} % is reached: ${verdictAtLeast(shares, goal)}`,
  );
  say(
    `by the clock, with the load there is: ${spread(
      assay.map((round) => round.imagesPerSecond),
      1,
    )} images per second`,
  );
}

const bench = await startBenchPlatform(await temporaryFolder());
try {
  const paths = photographs();
  const fileIds = await upload(bench, paths);
  const { layout, servers } = { ...bench.platform, servers: bench.servers };
  const database = `${layout.databasePrefix}_projects_files`;
  const mongo = await connectMongo({ uri: servers.mongodb.uri, database, appName: 'bench' });
  const logger = createLogger({ name: 'bench', level: 'warn' });
  const { natsNamespace: namespace } = layout;
  const events = await connectNats({ url: servers.nats.url, name: 'bench', logger, namespace });
  const files = mongo.db.collection<FileRecord>('files');
  const records = await files.find({ _id: { $in: [...fileIds] } }).toArray();
  await allCompleted({ files, records });
  await measure(bench, { files, records, events }, paths);
  await events.close();
  await mongo.close();
} finally {
  await bench.stop();
}
