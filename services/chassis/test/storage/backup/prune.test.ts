import { afterEach, describe, expect, it } from 'vitest';
import type { BackupTarget } from '../../../src/storage/backup/backup-target.ts';
import { checkBackup } from '../../../src/storage/backup/restore-objects.ts';
import { dayMs, openSaved, put } from './saved.ts';
import type { Saved } from './saved.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Opens backups of 40, 20 and 0 days ago. Each contains a new version of files/a and the unchanged files/kept. */
async function opened(kind?: 'folder' | 'bucket'): Promise<Saved> {
  const saved = await openSaved(kind);
  closing.push(() => saved.close());
  await saved.db.collection('things').insertOne({ some: 'thing' });
  await put(saved.storage, 'files/kept', 'the same');
  for (const id of ['first', 'second', 'third']) {
    await put(saved.storage, 'files/a', `of ${id}`);
    await saved.save(id);
    if (id !== 'third') saved.clock.advance(20 * dayMs);
  }
  return saved;
}

async function pathsIn(target: BackupTarget, prefix: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const path of target.list(prefix)) paths.push(path);
  return paths.toSorted();
}

const everything = async ({ target }: Saved) =>
  (await Promise.all(['backups/', 'objects/'].map((prefix) => pathsIn(target, prefix)))).flat();
const contentsIn = async ({ target }: Saved) =>
  (await pathsIn(target, 'objects/')).map((path) => path.split('/').slice(1, -1).join('/'));
const backupsIn = async ({ target }: Saved) =>
  new Set((await pathsIn(target, 'backups/')).map((path) => path.split('/')[1]));

const afterFirst = ['files/a/second', 'files/a/third', 'files/kept/first'];

describe('pruning', () => {
  it.each(['folder', 'bucket'] as const)(
    'a %s removes expired backups and the contents that only they refer to',
    async (kind) => {
      const saved = await opened(kind);
      expect(await saved.prune()).toEqual({
        kept: ['second', 'third'],
        removed: ['first'],
        contents: 1,
        inProgress: [],
      });
      expect(await backupsIn(saved)).toEqual(new Set(['second', 'third']));
      expect(await contentsIn(saved)).toEqual(afterFirst);
      for (const id of ['second', 'third'])
        expect(await checkBackup(saved.target, id)).toMatchObject({ objects: 2 });
      expect(await saved.prune()).toMatchObject({ removed: [], contents: 0 });
    },
  );

  it('never removes the newest complete backup, and none without a retention time', async () => {
    const saved = await opened();
    saved.clock.advance(1_000 * dayMs);
    expect(await saved.prune({ retentionDays: 0 })).toMatchObject({ removed: [], contents: 0 });
    expect(await saved.prune()).toMatchObject({ removed: ['first', 'second'], contents: 2 });
    expect(await checkBackup(saved.target, 'third')).toMatchObject({ objects: 2 });
  });

  it('as a dry run reports what it would remove, and changes nothing', async () => {
    const saved = await opened();
    const before = await everything(saved);
    const tried = await saved.prune({ isDryRun: true });
    expect(await everything(saved)).toEqual(before);
    expect(tried).toEqual(await saved.prune());
  });

  it('removes nothing while a backup is in progress, and removes an abandoned one', async () => {
    const saved = await opened();
    await saved.saveDatabases('fourth');
    expect(await saved.prune()).toMatchObject({ removed: [], contents: 0, inProgress: ['fourth'] });
    saved.clock.advance(dayMs);
    expect(await saved.prune()).toMatchObject({ removed: ['first', 'fourth'], contents: 1, inProgress: [] });
    expect(await backupsIn(saved)).toEqual(new Set(['second', 'third']));
    await expect(saved.saveObjects('fourth')).rejects.toThrow('backup fourth has no database of');
  });

  it('keeps the copies of incomplete backups until there is a complete one', async () => {
    const saved = await openSaved();
    closing.push(() => saved.close());
    await saved.saveDatabases('first');
    saved.clock.advance(2 * dayMs);
    expect(await saved.prune()).toMatchObject({ kept: [], removed: [], contents: 0 });
    expect(await backupsIn(saved)).toEqual(new Set(['first']));
  });

  it('leaves contents to the next run when a new backup may have found them', async () => {
    const saved = await opened();
    saved.deps.target = {
      ...saved.target,
      async remove(path) {
        await saved.saveDatabases('fourth');
        await saved.target.remove(path);
      },
    };
    expect(await saved.prune()).toMatchObject({ removed: ['first'], contents: 0, inProgress: ['fourth'] });
    saved.deps.target = saved.target;
    expect(await contentsIn(saved)).toEqual(['files/a/first', ...afterFirst]);
    await saved.saveObjects('fourth');
    expect(await saved.prune()).toMatchObject({ removed: [], contents: 1, inProgress: [] });
    for (const id of ['second', 'third', 'fourth']) await checkBackup(saved.target, id);
  });

  it('keeps the copies of a backup that starts meanwhile, even of contents that it just removed', async () => {
    const saved = await opened();
    // The object is as in the first backup, whose content is removed.
    await put(saved.storage, 'files/a', 'of first');
    let isBegun = false;
    saved.deps.target = {
      ...saved.target,
      async *list(prefix) {
        if (prefix === 'objects/' && !isBegun) {
          isBegun = true;
          await saved.save('fourth');
        }
        yield* saved.target.list(prefix);
      },
    };
    expect(await saved.prune()).toMatchObject({ removed: ['first'], contents: 1 });
    expect(isBegun).toBe(true);
    expect(await checkBackup(saved.target, 'fourth')).toMatchObject({ objects: 2 });
  });

  it('can be interrupted at any removal and repeated', async () => {
    const saved = await opened();
    saved.clock.advance(15 * dayMs);
    const contents = new Set<number>();
    for (let allowed = 0; ; allowed += 1) {
      let left = allowed;
      const { target } = saved;
      const count = (removal: () => Promise<void>): Promise<void> =>
        (left -= 1) < 0 ? Promise.reject(new Error('killed')) : removal();
      saved.deps.target = {
        ...target,
        remove: (path) => count(() => target.remove(path)),
        removeAll: (prefix) => count(() => target.removeAll(prefix)),
      };
      const failure = await saved.prune().catch(String);
      expect(await checkBackup(target, 'third')).toMatchObject({ objects: 2 });
      contents.add((await contentsIn(saved)).length);
      if (typeof failure !== 'string') break;
    }
    expect(contents).toEqual(new Set([4, 3, 2]));
    expect(await backupsIn(saved)).toEqual(new Set(['third']));
    expect(await contentsIn(saved)).toEqual(['files/a/third', 'files/kept/first']);
  });

  it('removes no content while it cannot read the lists of a kept backup', async () => {
    const saved = await opened();
    const [list = ''] = await pathsIn(saved.target, 'backups/second/objects/');
    await saved.target.remove(list);
    await expect(saved.prune()).rejects.toThrow('is missing');
    expect(await contentsIn(saved)).toEqual(['files/a/first', ...afterFirst]);
  });
});
