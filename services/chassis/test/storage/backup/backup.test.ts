import { buffer } from 'node:stream/consumers';
import type { Db } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { backupDatabase } from '../../../src/storage/backup/backup-database.ts';
import type { Manifest } from '../../../src/storage/backup/manifest.ts';
import { contentPath, listPath } from '../../../src/storage/backup/object-lists.ts';
import { restoreDatabase } from '../../../src/storage/backup/restore-database.ts';
import { markRestore, findUnfinishedRestore } from '../../../src/mongo/restore-mark.ts';
import { checkBackup, restoreObjects } from '../../../src/storage/backup/restore-objects.ts';
import type { ObjectStorage } from '../../../src/storage/object-storage.ts';
import { openMongo } from '../../servers.ts';
import { dayMs, fill, openBucket, openSaved, put } from './saved.ts';
import type { Saved } from './saved.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function opened(kind?: 'folder' | 'bucket'): Promise<Saved> {
  const saved = await openSaved(kind);
  closing.push(() => saved.close());
  await fill(saved);
  return saved;
}

async function emptyDatabase(): Promise<Db> {
  const mongo = await openMongo();
  closing.push(() => mongo.close());
  return mongo.db;
}

const billing = { service: 'billing', mayReplace: false };
const typed = (db: Db) =>
  db.collection('things').find({}, { promoteValues: false }).sort({ _id: 1 }).toArray();

async function overwrite({ target }: Saved, path: string): Promise<void> {
  await target.write(
    path,
    (async function* () {
      yield await Promise.resolve(Buffer.from('something else'));
    })(),
  );
}

async function* firstTwo(storage: ObjectStorage) {
  for await (const page of storage.list()) yield page.slice(0, 2);
  throw new Error('away');
}

/** Records the keys of the objects that are read from now on. */
function readKeys(saved: Saved): readonly string[] {
  const { storage } = saved;
  const keys: string[] = [];
  const get = (key: string) => {
    keys.push(key);
    return storage.get(key);
  };
  saved.deps.storage = { ...storage, get };
  return keys;
}

function findPath({ databases }: Manifest): string {
  const copy = databases.find(({ service }) => service === 'billing');
  return copy?.collections.find(({ collection }) => collection === 'things')?.path ?? '';
}

describe('a backup', () => {
  it.each(['folder', 'bucket'] as const)('in a %s restores documents and objects unchanged', async (kind) => {
    const saved = await opened(kind);
    await saved.save('1');
    const db = await emptyDatabase();
    expect(await restoreDatabase({ db, target: saved.target }, { id: '1', ...billing })).toBe(1_201);
    expect(await typed(db)).toEqual(await typed(saved.db));
    expect(Object.keys((await typed(db))[0] ?? {})).toEqual([
      '_id',
      'z',
      'a',
      'long',
      'at',
      'bytes',
      'nested',
    ]);
    const storage = await openBucket();
    const deps = { storage, target: saved.target };
    expect(await restoreObjects(deps, '1')).toEqual({ restored: 3, kept: 0 });
    expect((await buffer(await storage.get('files/b-1'))).toString()).toBe('content of files/b-1');
    expect(await storage.head('files/a')).toMatchObject({ contentType: 'image/png' });
    expect(await restoreObjects(deps, '1')).toEqual({ restored: 0, kept: 3 });
    expect(await checkBackup(saved.target, '1')).toEqual({ objects: 3, documents: 6 * 1_201 });
    storage.close();
  });

  it('copies databases in order, callers first', async () => {
    const { target, clock, db, saveObjects } = await opened();
    const copy = (service: string) =>
      backupDatabase({ target, clock, db }, { id: '1', service, collections: [] });
    await expect(copy('billing')).rejects.toThrow('has no database of crowd-webhooks yet');
    await copy('crowd-webhooks');
    await expect(copy('billing')).rejects.toThrow('has no database of datasets yet');
    await copy('datasets');
    await expect(copy('billing')).rejects.toThrow('has no database of verification yet');
    await copy('verification');
    await expect(copy('billing')).rejects.toThrow('has no database of projects-files yet');
    await expect(saveObjects('1')).rejects.toThrow('has no database of projects-files yet');
  });

  it('copies only new objects, and refers to the earlier copies of the others', async () => {
    const saved = await opened();
    await saved.save('1');
    await put(saved.storage, 'files/b', 'new');
    await put(saved.storage, 'files/a', 'changed');
    const read = readKeys(saved);
    await saved.save('2');
    expect(read.toSorted()).toEqual(['files/a', 'files/b']);
    expect(await checkBackup(saved.target, '2')).toMatchObject({ objects: 4 });
    expect(await checkBackup(saved.target, '1')).toMatchObject({ objects: 3 });
  });

  it('that took longer than deleted objects are kept is refused, and its copies are reused', async () => {
    const saved = await opened();
    await saved.saveDatabases('1');
    const head = (etag: string) => {
      saved.clock.advance(dayMs);
      return Promise.resolve({ sizeBytes: 0, contentType: 'image/png', etag });
    };
    saved.deps.storage = { ...saved.storage, head };
    await expect(saved.saveObjects('1')).rejects.toThrow('were copied more than 24 h ago');
    saved.deps.storage = { ...saved.storage, head: () => Promise.reject(new Error('copied again')) };
    expect((await saved.save('2')).objects).toMatchObject([{ objects: 3 }]);
  });

  it('resumes after an interruption', async () => {
    const saved = await opened();
    await saved.saveDatabases('1');
    const { storage } = saved;
    saved.deps.storage = {
      ...storage,
      list: () => firstTwo(storage),
    };
    await expect(saved.saveObjects('1')).rejects.toThrow('away');
    const read = readKeys(saved);
    expect((await saved.save('1')).objects).toMatchObject([{ objects: 2 }, { objects: 1 }]);
    expect(read).toEqual(['runs/c/0-preview']);
  });
});

describe('a restore', () => {
  it('refuses an incomplete backup, and one that does not exist', async () => {
    const saved = await opened();
    const { target } = saved;
    const db = await emptyDatabase();
    await saved.saveDatabases('1');
    for (const id of ['1', '2'])
      await expect(restoreDatabase({ db, target }, { id, ...billing })).rejects.toThrow(
        'has no manifest.json',
      );
    await expect(restoreDatabase({ db, target }, { id: '../1', ...billing })).rejects.toThrow('BACKUP_ID');
  });

  it('refuses a database that is not empty, unless it may replace its documents', async () => {
    const saved = await opened();
    await saved.save('1');
    const db = await emptyDatabase();
    await db.collection('things').insertOne({ mine: true });
    const deps = { db, target: saved.target };
    await expect(restoreDatabase(deps, { id: '1', ...billing })).rejects.toThrow(/is not empty .*--replace/u);
    expect(await db.collection('things').countDocuments()).toBe(1);
    await restoreDatabase(deps, { id: '1', ...billing, mayReplace: true });
    expect(await typed(db)).toEqual(await typed(saved.db));
  });

  it('changes nothing when a file of the database is damaged or missing', async () => {
    const saved = await opened();
    const manifest = await saved.save('1');
    await overwrite(saved, findPath(manifest));
    const db = await emptyDatabase();
    const deps = { db, target: saved.target };
    await expect(restoreDatabase(deps, { id: '1', ...billing })).rejects.toThrow('is damaged: its SHA-256');
    expect(await db.listCollections().toArray()).toEqual([]);
    await expect(checkBackup(saved.target, '1')).rejects.toThrow('is damaged');
  });

  it('stores no damaged object', async () => {
    const saved = await opened();
    await saved.save('1');
    const etag = (await saved.storage.head('files/a'))?.etag ?? '';
    await overwrite(saved, contentPath({ key: 'files/a', etag }, '1'));
    const storage = await openBucket();
    await expect(restoreObjects({ storage, target: saved.target }, '1')).rejects.toThrow('is damaged');
    expect(await storage.head('files/a')).toBeUndefined();
    await overwrite(saved, listPath('1', 0));
    await expect(restoreObjects({ storage, target: saved.target }, '1')).rejects.toThrow();
    storage.close();
  });

  it('that was interrupted is recorded, and repeated from the beginning', async () => {
    const saved = await opened();
    await saved.save('1');
    const db = await emptyDatabase();
    const deps = { db, target: saved.target };
    const reconcile = () => Promise.reject(new Error('killed'));
    await expect(restoreDatabase(deps, { id: '1', ...billing, reconcile })).rejects.toThrow('killed');
    expect(await findUnfinishedRestore(db)).toBe('1');
    expect(await restoreDatabase(deps, { id: '1', ...billing })).toBe(1_201);
    expect(await findUnfinishedRestore(db)).toBeUndefined();
    await markRestore(saved.db, 'x');
    const copied = (await saved.save('2')).databases.flatMap(({ collections }) => collections);
    expect(new Set(copied.map(({ collection }) => collection))).toEqual(new Set(['things', 'others']));
  });
});
