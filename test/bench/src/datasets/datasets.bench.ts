/** Cost of reading datasets: pages, manifest, diff and export, and the bytes that a derived version adds. */
// Arguments: the number of files, 10,000 by default, and `placed`, which commits the files without their records and objects; more than
// 10,000 files are always placed.
import { S3Client } from '@aws-sdk/client-s3';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { createObjectStorage } from '@assay/chassis/storage/object-storage';
import { openWireMeter } from '../growth/wire-meter.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { say } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fillDataset } from './fill-dataset.ts';
import { compareCpu, measureMemory } from './measure-content.ts';
import { measureGrowth } from './measure-growth.ts';
import { comparePages } from './measure-pages.ts';
import { placeFiles } from './place-files.ts';

const fileCount = Number(process.argv[2] ?? 10_000);
const isPlaced = process.argv[3] === 'placed' || fileCount > 10_000;
const noLimits = { RATE_LIMIT_ORGANIZATION: '1000000000', STORAGE_MAX_FILES: '1000000' };

async function timed<T>(name: string, operation: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await operation();
  say(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  return result;
}

/** Returns true if all bounds are met. */
async function measure({ platform, servers }: BenchPlatform): Promise<boolean> {
  const { uri } = servers.mongodb;
  const database = `${platform.layout.databasePrefix}_datasets`;
  const mongo = await connectMongo({ uri, database, appName: 'bench' });
  const meter = await openWireMeter(uri, database);
  const storage = createObjectStorage(servers.s3);
  const { endpoint, region, accessKeyId, secretAccessKey } = servers.s3;
  const s3 = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  const { db } = mongo;
  try {
    const one = await timed('uploads of one file', () =>
      placeFiles(platform, { db, fileCount, filesPerUpload: 1 }),
    );
    const many = await timed('uploads of 100 files', () =>
      isPlaced
        ? placeFiles(platform, { db, fileCount, filesPerUpload: 100 })
        : fillDataset(platform, { db, fileCount }),
    );
    // Without their objects, files can only be compared by their hashes.
    const pipelineSlug = isPlaced ? 'dedup-exact' : 'text-standard';
    const stored = { platform, db, storage, uri, fileCount, pipelineSlug };
    const derived = await timed('derived version', () => measureGrowth(stored, many));
    const { versionId } = derived;
    const versions = [
      { name: 'raw, uploaded one at a time', dataset: one, versionId: one.rawVersionId },
      { name: 'raw, uploaded 100 at a time', dataset: many, versionId: many.rawVersionId },
      { name: 'derived', dataset: many, versionId },
    ];
    const arePagesMet = await comparePages(meter, versions);
    const content = { platform, db, s3, dataset: many, versionId };
    const isCpuMet = await compareCpu(content);
    const isMemoryMet = await measureMemory(content);
    return derived.isMet && arePagesMet && isCpuMet && isMemoryMet;
  } finally {
    s3.destroy();
    storage.close();
    await meter.close();
    await mongo.close();
  }
}

const bench = await startBenchPlatform(await temporaryFolder(), noLimits);
try {
  if (!(await measure(bench))) process.exitCode = 1;
} finally {
  await bench.stop();
}
