import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the files of a folder add up to, links not followed: what a layer of an image with them takes, uncompressed. */
export async function megabytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await lstat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}
