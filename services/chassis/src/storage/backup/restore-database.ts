import { BSON } from 'mongodb';
import type { Db, Document } from 'mongodb';
import { recordedMigrations } from '../../mongo/migrations.ts';
import type { BackupTarget } from './backup-target.ts';
import { splitDocuments } from './bson-documents.ts';
import { BackupRefusedError, readManifest } from './manifest.ts';
import type { CollectionPart } from './manifest.ts';
import { checkPart, readPart } from './parts.ts';
import { listCollectionNames, markRestore, findUnfinishedRestore, unmarkRestore } from './restore-mark.ts';

interface RestoreDeps {
  readonly db: Db;
  readonly target: BackupTarget;
}

export interface DatabaseToRestore {
  readonly id: string;
  readonly service: string;
  /** Whether what is there is removed first; otherwise only an empty database is restored. */
  readonly mayReplace: boolean;
  /** Makes collections agree that were read one after the other. */
  readonly reconcile?: ((db: Db) => Promise<void>) | undefined;
}

const batchBytes = 4 * 2 ** 20;
const batchDocuments = 1_000;

/**
 * Fills a database from a complete backup whose files were all compared first; resolves to how many documents it has. The service
 * does not start while this is under way nor after it was broken off; then it may be done again, from the beginning. Rejects
 * with BackupRefusedError or DamagedBackupError before it has changed anything.
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
    // What prepare noted in an empty database says nothing about what will be in it.
    if (name === recordedMigrations || (await db.collection(name).findOne()) === null) continue;
    throw new BackupRefusedError(
      `the database ${db.databaseName} is not empty (there is something in ${name}); with --replace it is emptied first`,
    );
  }
}

async function fillCollection(db: Db, target: BackupTarget, part: CollectionPart): Promise<number> {
  const collection = db.collection(part.collection);
  let restored = 0;
  await readPart(target, part, async (chunks) => {
    let [batch, bytes]: [Document[], number] = [[], 0];
    const insert = async (): Promise<void> => {
      if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
      restored += batch.length;
      [batch, bytes] = [[], 0];
    };
    for await (const document of splitDocuments(chunks)) {
      // Numbers keep their types, and fields their order.
      batch.push(BSON.deserialize(document, { promoteValues: false, bsonRegExp: true }));
      bytes += document.byteLength;
      if (bytes >= batchBytes || batch.length >= batchDocuments) await insert();
    }
    await insert();
  });
  return restored;
}
