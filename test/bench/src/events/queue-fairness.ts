import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { connectNats } from '@assay/chassis/events/connection';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { openDatabase } from '@assay/test-kit/set-up/open-database';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { ImageEnrichmentRequested } from '@assay/proto/files/v1/file_events';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { newApiKey, newOrganization, newProject } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import type { Rest, RestAnswer } from '@assay/test-kit/rest';
import { median } from '../adjacent.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import { printTable, say, verdict } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const rounds = 5;
const files = 10_000;
const runs = 25;
const goal = 1.5;
const patienceMs = 300_000;

/** Somebody with a project of an organization of their own. */
interface Tenant {
  readonly rest: Rest;
  readonly organizationId: string;
  readonly projectId: string;
  readonly fileId: string;
}

/**
 * How long one file and one run of an organization take alone, and behind 10,000 files and 25 runs of another one. The 10,000
 * are in the database from the beginning, done and then waiting: the embedded one reads all of a collection for every query.
 * Resolves to whether both are at most 1.5 times.
 */
export async function measureFairness(): Promise<boolean> {
  const bench = await startBenchPlatform(await temporaryFolder());
  try {
    return await measureOn(bench.platform);
  } finally {
    await bench.stop();
  }
}

async function measureOn(platform: LaunchedPlatform): Promise<boolean> {
  const admin = createRest(platform.baseUrl, platform.apiKey);
  const busy = await newTenant(platform, admin);
  const other = await newTenant(platform, admin);
  say(`one file or run of an organization, alone and behind another one's; ms, medians of ${String(rounds)}`);

  const backlog = await openBacklog(platform, busy);
  await backlog.fill(files);
  const file = { alone: await timed(() => fileOf(other)), behind: [] as number[] };
  await backlog.release();
  await backlog.begun();
  file.behind.push(...(await timed(() => fileOf(other))));
  const left = await backlog.left();
  await backlog.drop();

  const turns = { alone: [] as number[], behind: [] as number[] };
  const run = { alone: await timed(() => runOf(other, turns.alone)), behind: [] as number[] };
  const started = await Promise.all(Array.from({ length: runs }, () => startRun(busy)));
  run.behind.push(...(await timed(() => runOf(other, turns.behind))));
  const unfinished = await Promise.all(started.map((id) => readRun(busy, id)));
  const waiting = unfinished.filter(({ body }) => body.status !== 'completed').length;

  printTable(
    ['', 'alone', 'behind', 'times', ''],
    rowOf(`a file behind ${String(files)} (${String(left)} left)`, file),
    rowOf(`a run behind ${String(runs)} (${String(waiting)} left)`, run),
    ['  of it, not in any stage', median(turns.alone).toFixed(0), median(turns.behind).toFixed(0)],
  );
  return timesOf(file) <= goal && timesOf(run) <= goal;
}

type Figures = Readonly<Record<'alone' | 'behind', readonly number[]>>;

function timesOf({ alone, behind }: Figures): number {
  return median(behind) / median(alone);
}

function rowOf(what: string, figures: Figures): string[] {
  const { alone, behind } = figures;
  const times = timesOf(figures);
  const cells = [median(alone).toFixed(0), median(behind).toFixed(0), times.toFixed(2)];
  return [what, ...cells, verdict([times], goal)];
}

async function timed(work: () => Promise<void>): Promise<number[]> {
  await work();
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work();
    taken.push(performance.now() - begun);
  }
  return taken;
}

async function newTenant(platform: LaunchedPlatform, admin: Rest): Promise<Tenant> {
  const { id: organizationId } = await newOrganization(admin);
  const { key } = await newApiKey(admin, { organizationIds: [organizationId] });
  const rest = createRest(platform.baseUrl, key);
  const { id: projectId } = await newProject(rest);
  const tenant = { rest, organizationId, projectId };
  return { ...tenant, fileId: await enrichedFile(tenant) };
}

async function fileOf(tenant: Tenant): Promise<void> {
  await enrichedFile(tenant);
}

async function enrichedFile({ rest, projectId }: Omit<Tenant, 'fileId'>): Promise<string> {
  const bytes = await readFile(samplePhotograph());
  const { body } = await rest.upload(projectId, { name: 'a.jpg', bytes, type: 'image/jpeg' });
  await until(async () => {
    const { body: file } = await rest.get(`/v2/files/${body.id as string}`);
    return file.enrichmentStatus === 'completed';
  });
  return body.id;
}

/** Adds to `turns` for how long the run was in no stage, that is how long it waited for workers. */
async function runOf(tenant: Tenant, turns: number[]): Promise<void> {
  const id = await startRun(tenant);
  await until(async () => (await readRun(tenant, id)).body.status === 'completed');
  const { body } = await readRun(tenant, id);
  const executed = (body.stages as Timed[]).reduce((sum, stage) => sum + between(stage), 0);
  turns.push(between({ startedAt: body.createdAt, completedAt: body.completedAt }) - executed);
}

interface Timed {
  readonly startedAt: string;
  readonly completedAt: string;
}

function between({ startedAt, completedAt }: Timed): number {
  return Date.parse(completedAt) - Date.parse(startedAt);
}

async function startRun({ rest, projectId, fileId }: Tenant): Promise<string> {
  const order = { pipelineSlug: 'image-authenticity', fileIds: [fileId] };
  const { status, body } = await rest.post(`/v2/projects/${projectId}/verification-runs`, order);
  if (status !== 201) throw new Error(`a start was answered ${String(status)}: ${JSON.stringify(body)}`);
  return body.id;
}

function readRun({ rest, projectId }: Tenant, id: string): Promise<RestAnswer> {
  return rest.get(`/v2/projects/${projectId}/verification-runs/${id}`);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it did not come to its end in five minutes');
    await pause(20);
  }
}

interface StoredFile {
  readonly _id: string;
  readonly organizationId: string;
  readonly enrichmentStatus: string;
}

/** Files of a tenant that wait to be read. */
async function openBacklog({ layout }: LaunchedPlatform, { organizationId, fileId }: Tenant) {
  const mongo = await openDatabase(layout, 'projects-files');
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const { servers, natsNamespace: namespace } = layout;
  const events = await connectNats({ url: servers.nats.url, name: 'bench', logger, namespace });
  const stored = mongo.db.collection<StoredFile>('files');
  const waiting = { organizationId, enrichmentStatus: 'pending' };
  const publisher = createPublisher(events);
  return {
    async fill(count: number): Promise<void> {
      const pattern = await stored.findOne({ _id: fileId });
      if (pattern === null) throw new Error('the pattern is gone');
      const copies = Array.from({ length: count }, () => ({
        ...pattern,
        _id: newId(),
        attempts: 0,
        createdAt: new Date(),
        dueAt: new Date(Date.now() + 3_600_000),
      }));
      await stored.insertMany(copies);
    },
    /** Lets them wait. */
    async release(): Promise<void> {
      await stored.updateMany({ organizationId }, { $set: { enrichmentStatus: 'pending' } });
      for (let index = 0; index < files; index += 1) {
        await publisher.publish(
          newEvent(ImageEnrichmentRequested, { fileId, organizationId }, { organizationId }),
        );
      }
    },
    begun: () => until(async () => (await stored.countDocuments(waiting)) < files),
    left: () => stored.countDocuments(waiting),
    async drop(): Promise<void> {
      await stored.deleteMany(waiting);
      await events.jsm.streams.purge(events.namespace.stream('ENRICHMENT'));
      await mongo.close();
      await events.close();
    },
  };
}
