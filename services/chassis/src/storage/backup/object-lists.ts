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

/** One object as a backup has it: `sha256` is of its bytes, `path` where they lie, which backups share. */
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

/** Where the contents of all backups lie. */
export const contentFolder = 'objects/';

/** No two backups write to one path, so that none writes what is being removed because no backup names it. */
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

/** The objects of a list and what the manifest says of it; compares it with the manifest where that says something already. */
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

/** Where objects lie that other backups have copied. */
export interface EarlierCopies {
  /** Undefined: this content was not copied. To be asked in the order of the keys. */
  find(object: Pick<SavedObject, 'key' | 'etag' | 'sizeBytes'>): Promise<SavedObject | undefined>;
}

/** Walks through the lists of all other backups at once, in the order of the keys, holding one list of each in memory. */
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

/** Finds keys in the lists of one backup; each key it is asked for lies behind the one before. */
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
