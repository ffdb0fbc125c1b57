import { BSON } from 'mongodb';
import type { Db, Document } from 'mongodb';
import { recordedMigrations } from '../../mongo/migrations.ts';
import { mebibytes } from '../../units.ts';
import type { BackupTarget } from './backup-target.ts';
import { splitDocuments } from './bson-documents.ts';
import { BackupRefusedError, readManifest } from './manifest.ts';
import type { CollectionPart } from './manifest.ts';
import { checkPart, readPart } from './parts.ts';
import {
  listCollectionNames,
  markRestore,
  findUnfinishedRestore,
  unmarkRestore,
} from '../../mongo/restore-mark.ts';

interface RestoreDeps {
  readonly db: Db;
  readonly target: BackupTarget;
}

export interface DatabaseToRestore {
  readonly id: string;
  readonly service: string;
  /** Empties the database first. Otherwise only an empty database can be restored. */
  readonly mayReplace: boolean;
  /** Makes collections consistent that were copied one after the other. */
  readonly reconcile?: ((db: Db) => Promise<void>) | undefined;
}

const batchBytes = mebibytes(4);
const batchDocuments = 1_000;

/**
 * Fills a database from a complete backup after it has checked all of its files. Resolves to the number of documents.
 *
 * The service does not start while a restore is in progress or was interrupted. An interrupted restore can be
 * repeated from the beginning. Rejects with BackupRefusedError or DamagedBackupError before it changes anything.
 */
export async function restoreDatabase(
  { db, target }: RestoreDeps,
  { id, service, mayReplace, reconcile }: DatabaseToRestore,
): Promise<number> {
  const { databases } = await readManifest(target, id);
  const copy = databases.find((candidate) => candidate.service === service);
  if (copy === undefined) throw new BackupRefusedError(`backup ${id} has no database of ${service}`);
  for (const part of copy.collections) await checkPart(target, part);
  const isInterrupted = (await findUnfinishedRestore(db)) !== undefined;
  if (!mayReplace && !isInterrupted) await requireEmpty(db);
  await markRestore(db, id);
  for (const name of await listCollectionNames(db)) await db.collection(name).deleteMany({});
  let documents = 0;
  for (const part of copy.collections) documents += await fillCollection(db, target, part);
  await reconcile?.(db);
  await unmarkRestore(db);
  return documents;
}

async function requireEmpty(db: Db): Promise<void> {
  for (const name of await listCollectionNames(db)) {
    // The prepare command records migrations in an empty database, which say nothing about the restored one.
    if (name === recordedMigrations || (await db.collection(name).findOne()) === null) continue;
    throw new BackupRefusedError(
      `database ${db.databaseName} is not empty (collection ${name} has documents). Use --replace to empty it first.`,
    );
  }
}

async function fillCollection(db: Db, target: BackupTarget, part: CollectionPart): Promise<number> {
  const collection = db.collection(part.collection);
  let restored = 0;
  await readPart(target, part, async (chunks) => {
    let batch: Document[] = [];
    let bytes = 0;
    const insert = async (): Promise<void> => {
      if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
      restored += batch.length;
      [batch, bytes] = [[], 0];
    };
    for await (const document of splitDocuments(chunks)) {
      // Numbers keep their types and fields keep their order.
      batch.push(BSON.deserialize(document, { promoteValues: false, bsonRegExp: true }));
      bytes += document.byteLength;
      if (bytes >= batchBytes || batch.length >= batchDocuments) await insert();
    }
    await insert();
  });
  return restored;
}
