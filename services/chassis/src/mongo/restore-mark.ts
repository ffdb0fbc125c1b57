import type { Db } from 'mongodb';

/** Contains a document while the database is being restored, and after an interrupted restore. */
export const restoreCollection = 'restore';

interface RestoreMark {
  readonly _id: 'under way';
  readonly backupId: string;
}

const openMarkCollection = (db: Db) => db.collection<RestoreMark>(restoreCollection);

/** Returns the id of the backup whose restore is in progress or was interrupted; undefined when the database is complete. */
export async function findUnfinishedRestore(db: Db): Promise<string | undefined> {
  return (await openMarkCollection(db).findOne({ _id: 'under way' }))?.backupId;
}

export async function markRestore(db: Db, backupId: string): Promise<void> {
  await openMarkCollection(db).updateOne({ _id: 'under way' }, { $set: { backupId } }, { upsert: true });
}

export async function unmarkRestore(db: Db): Promise<void> {
  await openMarkCollection(db).deleteOne({ _id: 'under way' });
}

/** Lists the collections that a backup copies: all except those of MongoDB itself and the restore mark. */
export async function listCollectionNames(db: Db): Promise<string[]> {
  const existing = await db.listCollections({}, { nameOnly: true }).toArray();
  return existing
    .map(({ name }) => name)
    .filter((name) => name !== restoreCollection && !name.startsWith('system.'));
}
