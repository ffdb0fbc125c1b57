import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { newId } from '../../ids.ts';
import type { BackupTarget } from './backup-target.ts';

/** Of a file that is being written, or was when its process died. */
const unfinishedSuffix = '.unfinished';

/** Backups in a folder, which is made when it is missing. */
export function createFolderTarget(folder: string): BackupTarget {
  const place = (path: string): string => {
    const found = resolve(folder, path);
    if (!found.startsWith(`${resolve(folder)}${sep}`)) throw new Error(`${path} is not a path in ${folder}`);
    return found;
  };
  return {
    async write(path, content) {
      const filePath = place(path);
      const unfinished = `${filePath}.${newId()}${unfinishedSuffix}`;
      try {
        await writeDurably(unfinished, content);
        await rename(unfinished, filePath);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async read(path) {
      try {
        const file = await open(place(path), 'r');
        return createReadStream(path, { fd: file });
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async *list(prefix) {
      const found = await readdir(place(prefix), { recursive: true, withFileTypes: true }).catch(
        // Of a folder below that goes meanwhile nobody knows what else was not seen.
        noneIfMissing(place(prefix)),
      );
      for (const entry of found) {
        if (!entry.isFile() || entry.name.endsWith(unfinishedSuffix)) continue;
        yield join(entry.parentPath, entry.name).slice(resolve(folder).length + 1);
      }
    },
    async remove(path) {
      const filePath = place(path);
      await rm(filePath, { force: true });
      await removeEmpty(dirname(filePath), resolve(folder));
    },
    async removeAll(prefix) {
      await rm(place(prefix), { recursive: true, force: true });
    },
    close: () => undefined,
  };
}

/** Removes a folder in which nothing is any more, and then those around it. */
async function removeEmpty(path: string, root: string): Promise<void> {
  if (path === root) return;
  try {
    await rmdir(path);
  } catch {
    // There is something in it, or it is gone.
    return;
  }
  await removeEmpty(dirname(path), root);
}

/** Opens a file whose folder may be removed, since it is empty, at the same moment. */
async function openNew(filePath: string, attempts = 3): Promise<FileHandle> {
  await mkdir(dirname(filePath), { recursive: true });
  try {
    return await open(filePath, 'w');
  } catch (error) {
    if (isMissing(error) && attempts > 1) return openNew(filePath, attempts - 1);
    throw error;
  }
}

async function writeDurably(filePath: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await openNew(filePath);
  try {
    for await (const chunk of content) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function noneIfMissing(path: string): (error: unknown) => [] {
  return (error) => {
    if (isMissing(error) && !existsSync(path)) return [];
    throw error;
  };
}
