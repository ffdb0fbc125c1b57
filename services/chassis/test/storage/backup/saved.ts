import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Binary, Double, Int32, Long } from 'mongodb';
import type { Document } from 'mongodb';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { backupDatabase } from '../../../src/storage/backup/backup-database.ts';
import { backupObjects } from '../../../src/storage/backup/backup-objects.ts';
import type { BackupTarget } from '../../../src/storage/backup/backup-target.ts';
import { openBackupTarget } from '../../../src/storage/backup/open-target.ts';
import { pruneBackups } from '../../../src/storage/backup/prune-backups.ts';
import type { Retention } from '../../../src/storage/backup/prune-backups.ts';
import { backupOrder } from '../../../src/storage/backup/manifest.ts';
import type { MongoConnection } from '../../../src/mongo/connect.ts';
import { createObjectStorage } from '../../../src/storage/object-storage.ts';
import type { ObjectStorage } from '../../../src/storage/object-storage.ts';
import { openMongo, servers, uniqueName } from '../../servers.ts';

export const dayMs = 86_400_000;

/** Opens a database, a bucket and a target. All services share the database. */
export async function openSaved(kind: 'folder' | 'bucket' = 'folder') {
  const clock = createMovingClock();
  const mongo = await openMongo();
  const storage = await openBucket();
  const { target, close } = await openTarget(kind);
  const deps = { target, clock, db: mongo.db, storage };
  return {
    ...deps,
    /** The dependencies of the backups, which a test may replace. */
    deps,
    async saveDatabases(id: string) {
      for (const service of backupOrder) {
        await backupDatabase(deps, { id, service, collections: ['things'] });
      }
    },
    saveObjects: (id: string) => backupObjects(deps, { id, deletionDelayMs: dayMs }),
    async save(id: string) {
      await this.saveDatabases(id);
      return this.saveObjects(id);
    },
    prune: (retention: Partial<Retention> = {}) =>
      pruneBackups(deps, { retentionDays: 30, deletionDelayMs: dayMs, isDryRun: false, ...retention }),
    async close() {
      await mongo.close();
      storage.close();
      await close();
    },
  };
}

export type Saved = Awaited<ReturnType<typeof openSaved>>;

async function openTarget(
  kind: 'folder' | 'bucket',
): Promise<{ target: BackupTarget; close: () => Promise<void> }> {
  if (kind === 'folder') {
    const folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
    const target = openBackupTarget({ ...noBucket, backupTarget: folder });
    return { target, close: () => rm(folder, { recursive: true }) };
  }
  const bucket = uniqueName();
  (await openBucket(bucket)).close();
  const { endpoint, region, accessKeyId, secretAccessKey } = servers.s3;
  const target = openBackupTarget({
    backupTarget: `s3://${bucket}/of/assay`,
    backupS3Endpoint: endpoint,
    backupS3Region: region,
    backupS3AccessKeyId: accessKeyId,
    backupS3SecretAccessKey: secretAccessKey,
  });
  return {
    target,
    close: () => {
      target.close();
      return Promise.resolve();
    },
  };
}

const noBucket = {
  backupS3Endpoint: undefined,
  backupS3Region: '',
  backupS3AccessKeyId: undefined,
  backupS3SecretAccessKey: undefined,
};

export async function openBucket(bucket = uniqueName()): Promise<ObjectStorage> {
  const storage = createObjectStorage({ ...servers.s3, bucket });
  await storage.ensureBucket();
  return storage;
}

export async function fill({ db, storage }: Pick<MongoConnection, 'db'> & { storage: ObjectStorage }) {
  const things: Document[] = Array.from({ length: 1_200 }, (_, index) => ({
    _id: `thing-${index.toString().padStart(4, '0')}` as unknown,
    z: new Int32(index),
    a: new Double(index),
    long: Long.fromString('9007199254740993'),
    at: new Date(index),
    bytes: new Binary(Buffer.from([index % 256])),
    nested: { list: [null, { deep: 'ü' }], flag: true },
  }));
  await db.collection('things').insertMany(things);
  await db.collection('others').insertOne({ text: 'x'.repeat(300_000) });
  for (const key of ['files/a', 'files/b-1', 'runs/c/0-preview'])
    await put(storage, key, `content of ${key}`);
}

export async function put(storage: ObjectStorage, key: string, content: string): Promise<void> {
  await storage.put(key, Buffer.from(content), { contentType: 'image/png' });
}
