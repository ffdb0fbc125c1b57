import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolBuild } from './definition.ts';

/** A short name for everything a build depends on. */
export async function fingerprint(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Builds into a folder of its own and moves it into place in one step, so that two builds at once do not harm each
 * other: the first to finish wins, the second takes what is there.
 */
export async function cachedTool(
  toolCache: string,
  name: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const finished = join(toolCache, name);
  if (existsSync(finished)) return finished;
  const unfinished = join(toolCache, `.${name}.${randomBytes(6).toString('hex')}`);
  await mkdir(unfinished, { recursive: true });
  try {
    await build(unfinished);
    await rename(unfinished, finished).catch((error: unknown) => {
      if (!existsSync(finished)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return finished;
}

/** The same, for what several servers need: those that ask while it is being built wait for that. */
export function buildOnce(
  { toolCache, underway }: Pick<ToolBuild, 'toolCache' | 'underway'>,
  name: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const building = underway.get(name) ?? cachedTool(toolCache, name, build);
  underway.set(name, building);
  return building;
}
