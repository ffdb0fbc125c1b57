/** CPU of a page of files in a service, against a find of the driver. */
import type { Collection } from 'mongodb';
import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { createRest } from '@assay/test-kit/rest';
import { cpuOf, cpuOfPath, measureAdjacent, ratiosOf, spread } from '../adjacent.ts';
import type { Round } from '../adjacent.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { realFile } from '../gateway/gateway-targets.ts';
import { cpuMs } from '../process-cpu.ts';
import { printTable, say, verdict } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/**
 * What gateway and service add to a page of files: their CPU per request beside that of a bare `find` of the same page over the
 * driver. What the database itself takes is counted for neither.
 */
const rounds = Number(process.argv[2] ?? 5);
const fileCount = 1_000;
const requests = 60;
const goals = { 20: 5, 200: 6 } as const;

interface FileRecord {
  readonly _id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly createdAt: Date;
}

interface Listed {
  readonly files: Collection<FileRecord>;
  readonly file: FileRecord;
}

/** Copies of one enriched file. */
async function fill(files: Collection<FileRecord>, fileId: string): Promise<Listed> {
  const file = await files.findOne({ _id: fileId });
  if (file === null) throw new Error('the file is gone');
  const copies = Array.from({ length: fileCount }, (_, index) => ({
    ...file,
    _id: newId(),
    createdAt: new Date(file.createdAt.getTime() - 1_000 - index),
  }));
  await files.insertMany(copies);
  return { files, file };
}

/** The driver alone, in this process: the page and the count beside it. */
async function bare({ files, file }: Listed, limit: number, last: FileRecord | undefined): Promise<Round> {
  const { organizationId, projectId } = file;
  const own = { organizationId, projectId };
  const behind = last === undefined ? own : { ...own, createdAt: { $lt: last.createdAt } };
  const before = process.cpuUsage();
  const startedAt = performance.now();
  for (let request = 0; request < requests; request += 1) {
    const page = files
      .find(behind)
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1);
    await Promise.all([page.toArray(), files.countDocuments(own, { limit: 10_001 })]);
  }
  const { user, system } = process.cpuUsage(before);
  return {
    requestsPerSecond: (requests * 1_000) / (performance.now() - startedAt),
    cpuMicroseconds: { driver: (user + system) / requests },
  };
}

async function throughGateway({ platform }: BenchPlatform, path: string): Promise<Round> {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { gateway, 'projects-files': service } = platform.processes;
  const cpu = () => [cpuMs(gateway.pid ?? 0), cpuMs(service.pid ?? 0)] as const;
  const [gatewayBefore, serviceBefore] = cpu();
  const startedAt = performance.now();
  for (let request = 0; request < requests; request += 1) {
    const { status } = await rest.get(path);
    if (status !== 200) throw new Error(`answered ${status.toString()}`);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const [gatewayAfter, serviceAfter] = cpu();
  const perRequest = (ms: number): number => (ms * 1_000) / requests;
  return {
    requestsPerSecond: requests / seconds,
    cpuMicroseconds: {
      gateway: perRequest(gatewayAfter - gatewayBefore),
      service: perRequest(serviceAfter - serviceBefore),
    },
  };
}

/** Where a deep page begins: the cursor and the record before it. */
async function deepIn({ platform }: BenchPlatform, { files, file }: Listed) {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const path = `/v2/projects/${file.projectId}/files?limit=200&cursor=`;
  let cursor = '';
  for (let page = 0; page < 4; page += 1)
    cursor = (await rest.get(`${path}${cursor}`)).body.nextCursor as string;
  const [, id = ''] = /\.(.+)$/u.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const last = await files.findOne({ _id: id });
  if (last === null) throw new Error('the cursor names no file');
  return { cursor, last };
}

async function measure(bench: BenchPlatform, listed: Listed): Promise<void> {
  const deep = await deepIn(bench, listed);
  const rows: string[][] = [];
  for (const limit of [20, 200] as const) {
    for (const [place, { cursor, last }] of [
      ['first', { cursor: '', last: undefined }],
      ['deep', deep],
    ] as const) {
      const path = `/v2/projects/${listed.file.projectId}/files?limit=${limit.toString()}&cursor=${cursor}`;
      const measured = await measureAdjacent(
        { find: () => bare(listed, limit, last), assay: () => throughGateway(bench, path) },
        rounds,
      );
      const ratios = ratiosOf(cpuOfPath(measured.assay), cpuOf(measured.find, 'driver'));
      rows.push([
        `${place} page of ${limit.toString()}`,
        spread(cpuOf(measured.find, 'driver'), 0),
        spread(cpuOf(measured.assay, 'service'), 0),
        spread(cpuOf(measured.assay, 'gateway'), 0),
        spread(ratios, 1),
        verdict(ratios, goals[limit]),
      ]);
    }
  }
  say(`\nµs of CPU per request, of ${fileCount.toString()} files`);
  printTable(['', 'bare find', 'service', 'gateway', 'both, to bare find', 'goal'], ...rows);
}

const bench = await startBenchPlatform(await temporaryFolder());
try {
  const { fileId } = await realFile(bench);
  const { layout, servers } = { ...bench.platform, servers: bench.servers };
  const database = `${layout.databasePrefix}_projects_files`;
  const mongo = await connectMongo({ uri: servers.mongodb.uri, database, appName: 'bench' });
  await measure(bench, await fill(mongo.db.collection<FileRecord>('files'), fileId));
  await mongo.close();
} finally {
  await bench.stop();
}
