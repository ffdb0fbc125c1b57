import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { newId } from '../../ids.ts';
import type { BackupTarget } from './backup-target.ts';

/** Marks a file that is being written, or that a dead process left. */
const unfinishedSuffix = '.unfinished';

/** Stores backups in a folder, which is created if it is missing. */
export function createFolderTarget(folder: string): BackupTarget {
  const resolvePath = (path: string): string => {
    const found = resolve(folder, path);
    if (!found.startsWith(`${resolve(folder)}${sep}`)) throw new Error(`${path} is outside of ${folder}`);
    return found;
  };
  return {
    async write(path, content) {
      const filePath = resolvePath(path);
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
        const file = await open(resolvePath(path), 'r');
        return createReadStream(path, { fd: file });
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async *list(prefix) {
      const found = await readdir(resolvePath(prefix), { recursive: true, withFileTypes: true }).catch(
        // When a folder vanishes during the listing, the listing may be incomplete.
        emptyIfMissing(resolvePath(prefix)),
      );
      for (const entry of found) {
        if (!entry.isFile() || entry.name.endsWith(unfinishedSuffix)) continue;
        yield join(entry.parentPath, entry.name).slice(resolve(folder).length + 1);
      }
    },
    async remove(path) {
      const filePath = resolvePath(path);
      await rm(filePath, { force: true });
      await removeEmpty(dirname(filePath), resolve(folder));
    },
    async removeAll(prefix) {
      await rm(resolvePath(prefix), { recursive: true, force: true });
    },
    close: () => undefined,
  };
}

/** Removes an empty folder and then its empty parents. */
async function removeEmpty(path: string, root: string): Promise<void> {
  if (path === root) return;
  try {
    await rmdir(path);
  } catch {
    // The folder is not empty, or was removed already.
    return;
  }
  await removeEmpty(dirname(path), root);
}

/** Opens a file for writing. Another process may remove its empty folder at the same moment. */
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

function emptyIfMissing(path: string): (error: unknown) => [] {
  return (error) => {
    if (isMissing(error) && !existsSync(path)) return [];
    throw error;
  };
}
