import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createTemporaryFolders } from '../src/temporary-folder.ts';

const root = join(tmpdir(), `assay-chassis-${randomUUID()}`);
afterEach(() => rm(root, { recursive: true, force: true }));

it('gives each task its own folder and removes it afterwards', async () => {
  const folders = createTemporaryFolders(root);
  const work = (content: string) =>
    folders.with(async (folder) => {
      await writeFile(join(folder, 'content'), content);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      return await readdir(folder);
    });
  expect(await Promise.all([work('one'), work('two')])).toEqual([['content'], ['content']]);
  expect(await readdir(root)).toEqual([]);
});

it('removes the folder of a task that failed', async () => {
  const folders = createTemporaryFolders(root);
  await expect(folders.with(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await readdir(root)).toEqual([]);
});

it('sweeps folders of killed processes, and none that may be in use', async () => {
  let now = Date.now();
  const folders = createTemporaryFolders(root, { clock: { now: () => new Date(now) } });
  await folders.sweep();
  await mkdir(join(root, 'left'), { recursive: true });
  await writeFile(join(root, 'left', 'content'), 'half');
  now += 599_000;
  await folders.sweep();
  expect(await readdir(root)).toEqual(['left']);
  now += 2_000;
  await folders.sweep();
  expect(await readdir(root)).toEqual([]);
});
