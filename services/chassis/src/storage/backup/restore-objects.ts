import { Readable } from 'node:stream';
import { createSemaphore } from '../../process/semaphore.ts';
import type { ObjectStorage } from '../object-storage.ts';
import type { BackupTarget } from './backup-target.ts';
import { readManifest } from './manifest.ts';
import { readObjectList } from './object-lists.ts';
import type { SavedObject } from './object-lists.ts';
import { checkedBytes, checkPart } from './parts.ts';

const concurrency = 8;

export interface RestoredObjects {
  readonly restored: number;
  /** Objects that the bucket had already with the same content. */
  readonly kept: number;
}

/**
 * Stores the objects of a complete backup that the bucket lacks. Removes none, since no document refers to the others
 * yet. It can be repeated. Rejects with DamagedBackupError at a damaged object, which is not stored.
 */
export async function restoreObjects(
  { storage, target }: { readonly storage: ObjectStorage; readonly target: BackupTarget },
  id: string,
): Promise<RestoredObjects> {
  let restored = 0;
  let kept = 0;
  await storage.ensureBucket();
  await forEachObject(target, id, async (object) => {
    const { key, path, sizeBytes, sha256, contentType } = object;
    const existing = await storage.head(key);
    if (existing?.sizeBytes === sizeBytes && existing.etag === object.etag) {
      kept += 1;
      return;
    }
    const bytes = checkedBytes(target, { path, sizeBytes, sha256 });
    await storage.upload(key, Readable.from(bytes, { objectMode: false }), { contentType });
    restored += 1;
  });
  return { restored, kept };
}

/**
 * Compares all files of a backup with its manifest, including the content of all objects. Rejects with
 * DamagedBackupError.
 */
export async function checkBackup(
  target: BackupTarget,
  id: string,
): Promise<{ readonly objects: number; readonly documents: number }> {
  const { databases } = await readManifest(target, id);
  let objects = 0;
  let documents = 0;
  for (const part of databases.flatMap(({ collections }) => collections)) {
    await checkPart(target, part);
    documents += part.documents;
  }
  await forEachObject(target, id, async (object) => {
    await checkPart(target, object);
    objects += 1;
  });
  return { objects, documents };
}

async function forEachObject(
  target: BackupTarget,
  id: string,
  work: (object: SavedObject) => Promise<void>,
): Promise<void> {
  const semaphore = createSemaphore(concurrency);
  for (const part of (await readManifest(target, id)).objects) {
    const { objects } = await readObjectList(target, part.path, part);
    await Promise.all(objects.map((object) => semaphore.run(() => work(object))));
  }
}
