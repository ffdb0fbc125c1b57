import { createHash } from 'node:crypto';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { openDatabase } from '@assay/test-kit/set-up/open-database';
import { openStoreroom } from '../files/leftovers.ts';
import { listDifferences } from './list-differences.ts';
import type { Differences } from './list-differences.ts';

interface FileRow {
  readonly _id: string;
  readonly storageKey: string;
  readonly sha256: string;
}

export interface StoredRows {
  /** Compares all rows with each other, with the whole bucket, and with the counters of the quota. */
  compare(): Promise<Differences>;
  /** Returns the keys of objects whose content has another hash than a file that names them. */
  findDamagedObjects(): Promise<readonly string[]>;
  /** Makes everything due that waits for its time, as if that time had passed. */
  makeDue(): Promise<void>;
  /** Counts the versions, units, runs and uploads that have not ended. */
  countOpen(): Promise<number>;
  /** Returns a number that changes with every file that is cleaned or enriched. */
  countDone(): Promise<number>;
  /** Ends the leases of all units that workers have taken, as if their time had passed. */
  endLeases(): Promise<void>;
  close(): Promise<void>;
}

/** @param organizationId the only organization of a platform whose bucket others use too */
export async function openStoredRows(layout: PlatformLayout, organizationId?: string): Promise<StoredRows> {
  const storeroom = await openStoreroom(layout);
  const files = await openDatabase(layout, 'projects-files');
  const datasets = await openDatabase(layout, 'datasets');
  const due = { dueAt: new Date(0) };
  return {
    compare: async () =>
      listDifferences({ storeroom, files: files.db, datasets: datasets.db, organizationId }),
    findDamagedObjects: () => findDamagedObjects(layout, files.db),
    async makeDue() {
      await storeroom.ageUploads();
      await files.db.collection('dataset_uploads').updateMany({}, { $set: due });
      await files.db
        .collection('derived_objects')
        .updateMany({ checkAt: { $exists: true } }, { $set: { checkAt: new Date(0) } });
      await datasets.db
        .collection('versions')
        .updateMany({ checkAt: { $exists: true } }, { $set: { checkAt: new Date(0) } });
      await datasets.db.collection('releases').updateMany({}, { $set: due });
    },
    async countOpen() {
      const counts = await Promise.all([
        datasets.db.collection('versions').countDocuments({ state: { $in: ['cleaning', 'enriching'] } }),
        datasets.db.collection('units').countDocuments({ state: { $ne: 'done' } }),
        datasets.db.collection('runs').countDocuments({ status: { $in: ['pending', 'running'] } }),
        files.db.collection('dataset_uploads').countDocuments({ state: { $in: ['stored', 'accepted'] } }),
      ]);
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async countDone() {
      const counts = await Promise.all([
        datasets.db.collection('units').countDocuments({ state: 'done' }),
        files.db.collection('derived_objects').countDocuments(),
        files.db.collection('files').countDocuments({ enrichmentStatus: 'completed' }),
      ]);
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async endLeases() {
      const ended = { $set: due };
      await datasets.db.collection('units').updateMany({ state: 'taken' }, ended);
      await datasets.db.collection('runs').updateMany({ state: 'taken' }, ended);
      await files.db.collection('files').updateMany({ enrichmentStatus: 'running' }, ended);
    },
    async close() {
      await storeroom.close();
      await files.close();
      await datasets.close();
    },
  };
}

async function findDamagedObjects(
  { servers: { s3 } }: PlatformLayout,
  db: MongoConnection['db'],
): Promise<readonly string[]> {
  const { accessKeyId, secretAccessKey, endpoint, region, bucket } = s3;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const damaged: string[] = [];
  try {
    for (const { storageKey, sha256 } of await db.collection<FileRow>('files').find().toArray()) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: storageKey }));
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) damaged.push(storageKey);
    }
  } finally {
    client.destroy();
  }
  return damaged;
}
