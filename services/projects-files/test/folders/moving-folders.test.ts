import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { startService } from '../../src/service.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { newTree } from './tree.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const cycle = { status: 'FAILED_PRECONDITION', reason: 'FOLDER_CYCLE' };
const taken = { status: 'ALREADY_EXISTS', reason: 'FOLDER_EXISTS' };
const missing = { status: 'NOT_FOUND', reason: 'FOLDER_NOT_FOUND' };

describe('UpdateFolder', () => {
  it('renames a folder where it is, and leaves one that is named as it was', async () => {
    const tree = await newTree(running);
    const inner = await tree.make('Inner', (await tree.make('Outer')).id);
    running.clock.advance(1_000);
    const renamed = await tree.rename(inner.id, ' INNER ');
    expect(renamed).toEqual({ ...inner, name: 'INNER', updatedAt: renamed.updatedAt });
    expect(renamed.updatedAt?.getTime()).toBeGreaterThan(inner.updatedAt?.getTime() ?? Infinity);
    running.clock.advance(1_000);
    expect(await tree.rename(inner.id, 'INNER')).toEqual(renamed);
  });

  it('moves a folder with all it holds, also to the top level', async () => {
    const tree = await newTree(running);
    const a = await tree.make('A');
    const b = await tree.make('B');
    const inner = await tree.make('Inner', a.id);
    await tree.make('Innermost', inner.id);
    expect(await tree.move(inner.id, b.id)).toMatchObject({ parentId: b.id });
    expect([await tree.names(a.id), await tree.names(b.id)]).toEqual([[], ['Inner']]);
    expect(await tree.move(inner.id, undefined)).toMatchObject({ parentId: undefined });
    expect(await tree.names('root')).toEqual(['A', 'B', 'Inner']);
    expect(await tree.names(inner.id)).toEqual(['Innermost']);
  });

  it('refuses a name that is taken there, by rename and by move, and gives back the one that was left', async () => {
    const tree = await newTree(running);
    const a = await tree.make('A');
    const b = await tree.make('B');
    const inner = await tree.make('b', a.id);
    expect(await catchRefusal(tree.rename(a.id, 'B'))).toMatchObject(taken);
    expect(await catchRefusal(tree.move(inner.id, undefined))).toMatchObject(taken);
    await tree.rename(b.id, 'C');
    await tree.move(inner.id, undefined);
    expect(await tree.names('root')).toEqual(['A', 'C', 'b']);
  });

  it('refuses to move a folder into itself or below itself', async () => {
    const tree = await newTree(running);
    const a = await tree.make('A');
    const inner = await tree.make('Inner', (await tree.make('B', a.id)).id);
    for (const parentId of [a.id, inner.id]) {
      expect(await catchRefusal(tree.move(a.id, parentId))).toMatchObject(cycle);
    }
  });

  it('refuses one of two moves at the same time that would make a cycle of them', async () => {
    const another = await startService(running.config, { clock: running.clock });
    const channel = running.platform.connect(another.grpcAddress);
    const { FoldersServiceService } = await import('@assay/proto/folders/v1/folders_service');
    const elsewhere = { ...running, folders: channel.client(FoldersServiceService) };
    const tree = await newTree(running);
    const there = { ...(await newTree(elsewhere, tree.call)), projectId: tree.projectId };
    for (let round = 0; round < 15; round += 1) {
      const a = await tree.make(`A${round.toString()}`);
      const b = await tree.make(`B${round.toString()}`);
      const c = await tree.make(`C${round.toString()}`);
      const moves = await Promise.allSettled([
        tree.move(a.id, b.id),
        there.move(b.id, c.id),
        tree.move(c.id, a.id),
        there.move(b.id, a.id),
      ]);
      const reasons = moves.flatMap((move) => (move.status === 'rejected' ? [move.reason as unknown] : []));
      expect(reasons.length).toBeGreaterThan(0);
      expect(reasons).toMatchObject(reasons.map(() => cycle));
      expect(await depthsOf(tree.projectId)).not.toContain(Infinity);
    }
    channel.close();
    await another.stop();
  });

  it('refuses what would nest folders deeper than 32, counted with all that is moved', async () => {
    const tree = await newTree(running);
    const chain = async (name: string, length: number) => {
      const ids: string[] = [];
      for (let depth = 0; depth < length; depth += 1) ids.push((await tree.make(name, ids.at(-1))).id);
      return ids;
    };
    const deep = await chain('Deep', 30);
    const short = await chain('Short', 3);
    const [deepest = '', nextToDeepest = ''] = deep.toReversed();
    expect(await catchRefusal(tree.move(short[0] ?? '', deepest))).toMatchObject({
      reason: 'FOLDER_DEPTH_LIMIT',
      details: { limit: 32 },
    });
    expect(await tree.move(short[0] ?? '', nextToDeepest)).toMatchObject({ parentId: nextToDeepest });
  });

  it('carries out what a killed process had decided, before anything else is changed', async () => {
    const tree = await newTree(running);
    const a = await tree.make('A');
    const b = await tree.make('B');
    const projects = running.db.collection<{ _id: string }>('projects');
    const placement = { folderId: a.id, parentId: b.id, name: 'A', state: 'present' };
    const at = running.clock.now();
    const change = { at, placements: [placement] };
    await projects.updateOne(
      { _id: tree.projectId },
      {
        $set: { 'folderTree.change': change, 'folderTree.changeSince': at },
        $inc: { 'folderTree.revision': 1 },
      },
    );
    expect(await catchRefusal(tree.move(b.id, a.id))).toMatchObject(cycle);
    expect(await tree.names(b.id)).toEqual(['A']);
  });

  it('takes null, names and ids as the contract limits them', async () => {
    const tree = await newTree(running);
    const { id: folderId } = await tree.make('A');
    const update = (change: object) =>
      running.folders.updateFolder(tree.call, {
        folderId,
        name: '',
        parentId: undefined,
        updateMask: [],
        ...change,
      });
    expect((await update({})).folder?.name).toBe('A');
    for (const [field, change] of [
      ['name', { name: '', updateMask: ['name'] }],
      ['name', { name: 'two\nlines', updateMask: ['name'] }],
      ['parentId', { parentId: 'short', updateMask: ['parent_id'] }],
      ['projectId', { updateMask: ['project_id'] }],
    ] as const) {
      expect(await catchRefusal(update(change))).toMatchObject({
        reason: 'INVALID_FIELD',
        details: { field },
      });
    }
  });

  it('hides folders and parents of others as not found, in the words for missing ones', async () => {
    const tree = await newTree(running);
    const other = await newTree(running);
    const inAnotherProject = await (await newTree(running, tree.call)).make('Elsewhere');
    const mine = await tree.make('Mine');
    const theirs = await other.make('Theirs');
    const refusal = await catchRefusal(tree.rename(newId(), 'Name'));
    expect(refusal).toMatchObject(missing);
    expect(await catchRefusal(tree.rename(theirs.id, 'Name'))).toEqual(refusal);
    for (const parentId of [newId(), theirs.id, inAnotherProject.id]) {
      expect(await catchRefusal(tree.move(mine.id, parentId))).toEqual(refusal);
    }
  });
});

/** Of every folder of the project as it is stored; infinite in a cycle. */
async function depthsOf(projectId: string): Promise<number[]> {
  const stored = running.db.collection<{ _id: string; parentId: string | null }>('folders');
  const parents = new Map(
    (await stored.find({ projectId }).toArray()).map(({ _id, parentId }) => [_id, parentId]),
  );
  return [...parents.keys()].map((id) => {
    let depth = 0;
    for (let above: string | null = id; above !== null; above = parents.get(above) ?? null) {
      depth += 1;
      if (depth > parents.size) return Infinity;
    }
    return depth;
  });
}
