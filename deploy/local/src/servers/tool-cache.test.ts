import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildOnce, cachedTool } from './tool-cache.ts';

describe('cachedTool', () => {
  let cache: string;
  beforeEach(async () => {
    cache = await mkdtemp(join(tmpdir(), 'assay-cache-'));
  });
  afterEach(async () => rm(cache, { recursive: true, force: true }));

  it('builds once and finds it again', async () => {
    const build = async (folder: string): Promise<void> => writeFile(join(folder, 'tool'), 'first');
    await cachedTool(cache, 'tool-1', build);
    const again = await cachedTool(cache, 'tool-1', async () => Promise.reject(new Error('built twice')));
    expect(await readFile(join(again, 'tool'), 'utf8')).toBe('first');
  });

  it('lets two builds at once both succeed with one whole result', async () => {
    const bothBegan = Promise.withResolvers<undefined>();
    let begun = 0;
    const build = async (folder: string): Promise<void> => {
      begun += 1;
      if (begun === 2) bothBegan.resolve(undefined);
      await bothBegan.promise;
      await writeFile(join(folder, 'tool'), 'whole');
    };
    const folders = await Promise.all([
      cachedTool(cache, 'tool-1', build),
      cachedTool(cache, 'tool-1', build),
    ]);
    expect(new Set(folders).size).toBe(1);
    expect(await readFile(join(cache, 'tool-1', 'tool'), 'utf8')).toBe('whole');
    expect(await readdir(cache)).toEqual(['tool-1']);
  });

  it('builds once for servers that start together', async () => {
    let builds = 0;
    const together = { toolCache: cache, underway: new Map<string, Promise<string>>() };
    const build = async (folder: string): Promise<void> => {
      builds += 1;
      await writeFile(join(folder, 'tool'), 'whole');
    };
    const folders = await Promise.all([
      buildOnce(together, 'tool-1', build),
      buildOnce(together, 'tool-1', build),
    ]);
    expect([builds, new Set(folders).size]).toEqual([1, 1]);
  });

  it('leaves nothing of a build that failed', async () => {
    const failing = cachedTool(cache, 'tool-1', async (folder) => {
      await writeFile(join(folder, 'tool'), 'half');
      throw new Error('no disk');
    });
    await expect(failing).rejects.toThrow('no disk');
    expect(await readdir(cache)).toEqual([]);
  });
});
