import type { Db } from 'mongodb';
import type { Clock } from '../../clock.ts';
import { dueEventCollection } from '../../events/due-event-store.ts';
import { idempotencyCollection } from '../../idempotency/idempotency-records.ts';
import { objectDeletionCollection } from '../object-deletions.ts';
import type { BackupTarget } from './backup-target.ts';
import {
  BackupRefusedError,
  backupOrder,
  databasePath,
  backupFolder,
  readDatabaseCopy,
  startPath,
} from './manifest.ts';
import type { CollectionPart, DatabaseCopy } from './manifest.ts';
import { writeJson, writePart } from './parts.ts';
import { listCollectionNames } from '../../mongo/restore-mark.ts';

export interface BackupDeps {
  readonly target: BackupTarget;
  readonly clock: Clock;
}

export interface DatabaseToCopy {
  readonly id: string;
  readonly service: string;
  /** The service's collections, the last written ones first. Collections that are not listed follow. */
  readonly collections: readonly string[];
}

/**
 * Collections of the chassis: stored answers, due events and scheduled deletions. Each is written after the data it
 * refers to, so it is copied before that data.
 */
const readFirst = [objectDeletionCollection, dueEventCollection, idempotencyCollection];

const batchSize = 500;

/**
 * Copies a database during operation, collection by collection, in the BSON format of MongoDB's own tools. Each
 * document is copied as it was at one moment, and a document that existed all the time is copied exactly once. Does
 * nothing when the backup has the database already. Rejects with BackupRefusedError while an earlier database of the
 * order is missing.
 */
export async function backupDatabase(
  { db, target, clock }: BackupDeps & { readonly db: Db },
  { id, service, collections }: DatabaseToCopy,
): Promise<DatabaseCopy> {
  const copied = await readDatabaseCopy(target, id, service);
  if (copied !== undefined) return copied;
  await requireEarlier(target, id, service);
  const startedAt = clock.now().toISOString();
  if (service === backupOrder[0]) await writeJson(target, startPath(id), { startedAt });
  const parts: CollectionPart[] = [];
  for (const collection of await listInOrder(db, collections)) {
    parts.push(await copyCollection({ db, target }, `${backupFolder(id)}/${service}`, collection));
  }
  const copy = { service, startedAt, endedAt: clock.now().toISOString(), collections: parts };
  await writeJson(target, databasePath(id, service), copy);
  return copy;
}

async function requireEarlier(target: BackupTarget, id: string, service: string): Promise<void> {
  for (const earlier of backupOrder.slice(
    0,
    backupOrder.findIndex((name) => name === service),
  )) {
    if ((await readDatabaseCopy(target, id, earlier)) === undefined)
      throw new BackupRefusedError(`backup ${id} has no database of ${earlier} yet. Run its backup first.`);
  }
}

async function listInOrder(db: Db, declared: readonly string[]): Promise<readonly string[]> {
  const existing = await listCollectionNames(db);
  const preferred = [...readFirst, ...declared];
  return [...new Set([...preferred.filter((name) => existing.includes(name)), ...existing])];
}

async function copyCollection(
  { db, target }: { readonly db: Db; readonly target: BackupTarget },
  folder: string,
  collection: string,
): Promise<CollectionPart> {
  let documents = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    const found = db.collection(collection).find({}, { raw: true, batchSize }).sort({ _id: 1 });
    for await (const document of found) {
      documents += 1;
      // With `raw` the driver returns bytes, which its types do not express.
      yield document as unknown as Uint8Array;
    }
  }
  const part = await writePart(target, `${folder}/${collection}.bson.gz`, read());
  return { collection, documents, ...part };
}
