import type { MongoConnection } from '../../src/mongo/connect.ts';
import { removedWith, removeInBatches } from '../../src/mongo/removed-with.ts';
import type { Collection } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMongo } from '../servers.ts';

interface Note {
  readonly _id: string;
  readonly organizationId: string;
  readonly projectId: string;
}

let mongo: MongoConnection;
let notes: Collection<Note>;

beforeAll(async () => {
  mongo = await openMongo();
  notes = mongo.db.collection<Note>('notes');
});

afterAll(() => mongo.close());

async function insertNotes(organizationId: string, projectId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => `${organizationId}/${projectId}/${at.toString()}`);
  await notes.insertMany(ids.map((_id) => ({ _id, organizationId, projectId })));
}

describe('documents that are removed with their owner', () => {
  it('are those of this owner and organization alone, also when it is repeated', async () => {
    await insertNotes('a', 'gone', 3);
    await insertNotes('a', 'kept', 1);
    await insertNotes('b', 'gone', 1);
    const removeOfProject = removedWith(notes, 'projectId');
    await Promise.all([removeOfProject('a', 'gone'), removeOfProject('a', 'gone')]);
    await removeOfProject('a', 'gone');
    const left = (await notes.find().toArray()).map(({ _id }) => _id);
    expect(left.toSorted()).toEqual(['a/kept/0', 'b/gone/0']);
  });

  it.each([0, 1, 2, 3, 5])('are all removed in batches of two when there are %i', async (count) => {
    const projectId = `of ${count.toString()}`;
    if (count > 0) await insertNotes('a', projectId, count);
    expect(await removeInBatches(notes, { organizationId: 'a', projectId }, 2)).toBe(count);
    expect(await notes.countDocuments({ projectId })).toBe(0);
  });
});
