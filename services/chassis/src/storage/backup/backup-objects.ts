import { createSemaphore } from '../../process/semaphore.ts';
import { ObjectNotFoundError } from '../object-storage.ts';
import type { ObjectStorage } from '../object-storage.ts';
import type { ListedObject } from '../list-objects.ts';
import { hours } from '../../units.ts';
import type { BackupDeps } from './backup-database.ts';
import type { BackupTarget } from './backup-target.ts';
import {
  BackupRefusedError,
  backupOrder,
  listFolder,
  manifestFormat,
  manifestPath,
  readDatabaseCopy,
} from './manifest.ts';
import type { DatabaseCopy, Manifest, ObjectListPart } from './manifest.ts';
import { contentPath, listPath, openEarlierCopies, readObjectList, writeObjectList } from './object-lists.ts';
import type { EarlierCopies, SavedObject } from './object-lists.ts';
import { createMeasure, readJson, writeJson } from './parts.ts';

type ObjectBackupDeps = BackupDeps & { readonly storage: Pick<ObjectStorage, 'list' | 'head' | 'get'> };

/** Maximum number of objects that are copied at the same time. */
const concurrency = 8;

/**
 * Copies the objects that no earlier backup has copied, and completes the backup with its manifest. Resumes an
 * interrupted copy.
 *
 * Rejects with BackupRefusedError while a database is missing, and when the backup took so long that objects of its
 * databases may be deleted. The next backup then reuses the copied objects.
 */
export async function backupObjects(
  deps: ObjectBackupDeps,
  { id, deletionDelayMs }: { readonly id: string; readonly deletionDelayMs: number },
): Promise<Manifest> {
  const { target, clock } = deps;
  const complete = await readJson<Manifest>(target, manifestPath(id));
  if (complete !== undefined) return complete;
  const databases = await readDatabaseCopies(target, id);
  const requireInTime = (): void => {
    const startedAt = Math.min(...databases.map((copy) => Date.parse(copy.startedAt)));
    if (clock.now().getTime() - startedAt < deletionDelayMs) return;
    const delayHours = (deletionDelayMs / hours(1)).toString();
    throw new BackupRefusedError(
      `the databases of backup ${id} were copied more than ${delayHours} h ago, so that their objects may be deleted. Start a new backup.`,
    );
  };
  requireInTime();
  const objects = await readCopiedLists(target, id);
  for await (const part of copyObjects(deps, id, objects)) {
    objects.push(part);
    requireInTime();
  }
  requireInTime();
  const completedAt = clock.now().toISOString();
  const manifest = { format: manifestFormat, id, completedAt, databases, objects } as const;
  await writeJson(target, manifestPath(id), manifest);
  return manifest;
}

async function readDatabaseCopies(target: BackupTarget, id: string): Promise<DatabaseCopy[]> {
  const copies: DatabaseCopy[] = [];
  for (const service of backupOrder) {
    const copy = await readDatabaseCopy(target, id, service);
    if (copy === undefined)
      throw new BackupRefusedError(`backup ${id} has no database of ${service} yet. Run its backup first.`);
    copies.push(copy);
  }
  return copies;
}

/** Reads the lists that an interrupted run has written. */
async function readCopiedLists(target: BackupTarget, id: string): Promise<ObjectListPart[]> {
  const paths: string[] = [];
  for await (const path of target.list(listFolder(id))) paths.push(path);
  const parts: ObjectListPart[] = [];
  for (const path of paths.toSorted()) parts.push((await readObjectList(target, path)).part);
  return parts;
}

async function* copyObjects(
  deps: ObjectBackupDeps,
  id: string,
  copied: readonly ObjectListPart[],
): AsyncGenerator<ObjectListPart> {
  const { storage, target } = deps;
  const last = copied.at(-1);
  const after = last && (await readObjectList(target, last.path)).objects.at(-1)?.key;
  const earlier = await openEarlierCopies(target, id);
  let number = copied.length;
  for await (const page of storage.list({ after })) {
    if (page.length === 0) continue;
    const saved = await copyPage(deps, id, page, earlier);
    yield await writeObjectList(target, listPath(id, number), saved);
    number += 1;
  }
}

async function copyPage(
  deps: ObjectBackupDeps,
  id: string,
  page: readonly ListedObject[],
  earlier: EarlierCopies,
): Promise<readonly SavedObject[]> {
  const copies = createSemaphore(concurrency);
  const found: (SavedObject | undefined)[] = [];
  for (const object of page) found.push(await earlier.find(object));
  const saved = await Promise.all(
    page.map(async (object, index) => found[index] ?? (await copies.run(() => copyObject(deps, id, object)))),
  );
  return saved.filter((object) => object !== undefined);
}

/** Copies an object. Resolves to undefined when it was deleted after it was listed. */
async function copyObject(
  { storage, target }: ObjectBackupDeps,
  id: string,
  { key, etag, sizeBytes }: ListedObject,
): Promise<SavedObject | undefined> {
  const found = await storage.head(key);
  if (found === undefined) return undefined;
  const path = contentPath({ key, etag }, id);
  const measured = createMeasure();
  try {
    await target.write(path, measured.pass(await storage.get(key)));
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return undefined;
    throw error;
  }
  const facts = measured.facts();
  if (facts.sizeBytes !== sizeBytes) throw new Error(`object ${key} changed while it was copied`);
  return { key, etag, contentType: found.contentType, path, ...facts };
}
