import type { Db } from 'mongodb';

/** Has a document while the database is being restored, and after a restore that was broken off. */
export const restoreCollection = 'restore';

interface RestoreMark {
  readonly _id: 'under way';
  readonly backupId: string;
}

const openMarkCollection = (db: Db) => db.collection<RestoreMark>(restoreCollection);

/** The backup that the database is being restored from, or was when that was broken off; undefined: it is whole. */
export async function findUnfinishedRestore(db: Db): Promise<string | undefined> {
  return (await openMarkCollection(db).findOne({ _id: 'under way' }))?.backupId;
}

export async function markRestore(db: Db, backupId: string): Promise<void> {
  await openMarkCollection(db).updateOne({ _id: 'under way' }, { $set: { backupId } }, { upsert: true });
}

export async function unmarkRestore(db: Db): Promise<void> {
  await openMarkCollection(db).deleteOne({ _id: 'under way' });
}

/** What a backup has of a database: every collection but MongoDB's own and the mark of a restore. */
export async function listCollectionNames(db: Db): Promise<string[]> {
  const existing = await db.listCollections({}, { nameOnly: true }).toArray();
  return existing
    .map(({ name }) => name)
    .filter((name) => name !== restoreCollection && !name.startsWith('system.'));
}
