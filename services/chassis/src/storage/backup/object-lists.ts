import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BackupTarget } from './backup-target.ts';
import { findBackups } from './find-backups.ts';
import { listFolder } from './manifest.ts';
import type { ObjectListPart } from './manifest.ts';
import { checkedBytes, createMeasure, writePart } from './parts.ts';

const decompress = promisify(gunzip);

/** An object in a backup: `sha256` is the hash of its bytes, `path` is their place, which backups may share. */
export interface SavedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly path: string;
}

export function listPath(id: string, number: number): string {
  return `${listFolder(id)}${number.toString().padStart(8, '0')}.jsonl.gz`;
}

/** The folder with the contents of all backups. */
export const contentFolder = 'objects/';

/**
 * Returns the path of a content. Each backup writes to paths of its own, so that none writes a file that is being
 * removed.
 */
export function contentPath({ key, etag }: Pick<SavedObject, 'key' | 'etag'>, id: string): string {
  return `${contentFolder}${key}/${id}/${etag}`;
}

export async function writeObjectList(
  target: BackupTarget,
  path: string,
  objects: readonly SavedObject[],
): Promise<ObjectListPart> {
  const lines = objects.map((object) => Buffer.from(`${JSON.stringify(object)}\n`));
  const part = await writePart(target, path, Readable.from(lines));
  return { ...part, ...sumObjects(objects) };
}

/** Reads a list of objects and computes its part of the manifest. Compares it with `expected`, if that is set. */
export async function readObjectList(
  target: BackupTarget,
  path: string,
  expected?: ObjectListPart,
): Promise<{ readonly objects: readonly SavedObject[]; readonly part: ObjectListPart }> {
  const measured = createMeasure();
  const compressed = await buffer(checkedBytes(target, { ...expected, path }, measured));
  const lines = (await decompress(compressed)).toString().split('\n');
  const objects = lines.filter(Boolean).map((line) => JSON.parse(line) as SavedObject);
  return { objects, part: { path, ...measured.facts(), ...sumObjects(objects) } };
}

function sumObjects(objects: readonly SavedObject[]) {
  const objectBytes = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { objects: objects.length, objectBytes };
}

/** Finds the objects that other backups have copied. */
export interface EarlierCopies {
  /** Resolves to undefined when this content was not copied yet. Must be called in the order of the keys. */
  find(object: Pick<SavedObject, 'key' | 'etag' | 'sizeBytes'>): Promise<SavedObject | undefined>;
}

/** Reads the lists of all other backups in parallel in the order of the keys, and holds one list of each in memory. */
export async function openEarlierCopies(target: BackupTarget, id: string): Promise<EarlierCopies> {
  const others = (await findBackups(target)).filter((found) => found.id !== id && !found.isOrphaned);
  const searches = others.map(({ lists }) => createListSearch(target, lists.toSorted()));
  return {
    async find(object) {
      for (const search of searches) {
        const saved = await search(object.key);
        if (saved?.etag === object.etag && saved.sizeBytes === object.sizeBytes) return saved;
      }
      return undefined;
    },
  };
}

/** Creates a search in the lists of one backup. Each key must come after the previous one. */
function createListSearch(target: BackupTarget, paths: string[]) {
  let objects: readonly SavedObject[] = [];
  return async (key: string): Promise<SavedObject | undefined> => {
    while ((objects.at(-1)?.key ?? '') < key) {
      const path = paths.shift();
      if (path === undefined) return undefined;
      ({ objects } = await readObjectList(target, path));
    }
    return objects.find((object) => object.key === key);
  };
}
