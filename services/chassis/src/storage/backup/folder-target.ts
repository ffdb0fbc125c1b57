import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
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
      await mkdir(dirname(filePath), { recursive: true });
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
        noneIfMissing,
      );
      for (const entry of found) {
        if (!entry.isFile() || entry.name.endsWith(unfinishedSuffix)) continue;
        yield join(entry.parentPath, entry.name).slice(resolve(folder).length + 1);
      }
    },
    close: () => undefined,
  };
}

async function writeDurably(filePath: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(filePath, 'w');
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

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}
