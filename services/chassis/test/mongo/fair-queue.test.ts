import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { createFairQueue } from '../../src/mongo/fair-queue.ts';
import type { QueuedDocument, FairQueue } from '../../src/mongo/fair-queue.ts';
import { openMongo, uniqueName } from '../servers.ts';

interface Job {
  readonly _id: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly state: 'waiting' | 'taken' | 'done';
  readonly kind?: string;
}

let mongo: MongoConnection;
beforeAll(async () => {
  mongo = await openMongo();
});
afterAll(() => mongo.close());

/** Inserts waiting jobs. Their ids are organization and age, such as `a0`, `a1` and `b0`. */
async function newJobs(counts: Readonly<Record<string, number>>) {
  const jobs = mongo.db.collection<Job>(uniqueName());
  const waiting = Object.entries(counts).flatMap(([organizationId, count]) =>
    Array.from({ length: count }, (_, age): Job => {
      return { _id: `${organizationId}${age}`, organizationId, createdAt: new Date(age), state: 'waiting' };
    }),
  );
  await jobs.insertMany(waiting);
  const state = { field: 'state', waiting: 'waiting', taken: 'taken' } as const;
  const open = (limits: { slots: number; perOrganization: number }) =>
    createFairQueue({ collection: jobs, state, ...limits });
  const take = async ({ id }: QueuedDocument): Promise<string | undefined> => {
    const taken = await jobs.updateOne({ _id: id, state: 'waiting' }, { $set: { state: 'taken' } });
    return taken.modifiedCount === 1 ? id : undefined;
  };
  const takenBy = async (queue: FairQueue, count: number) => {
    const ids: unknown[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await queue.next(take));
    return ids;
  };
  return { jobs, open, take, takenBy };
}

const plenty = { slots: 100, perOrganization: 100 };

describe('a fair queue', () => {
  it('offers the oldest document of each organization in rotation', async () => {
    const { open, takenBy } = await newJobs({ a: 4, b: 1, c: 2 });
    expect(await takenBy(open(plenty), 8)).toEqual(['a0', 'b0', 'c0', 'a1', 'c1', 'a2', 'a3', undefined]);
  });

  it('gives a single organization every slot, and reserves one once another has come', async () => {
    const { jobs, open, takenBy } = await newJobs({ a: 6 });
    const queue = open({ slots: 3, perOrganization: 100 });
    expect(await takenBy(queue, 4)).toEqual(['a0', 'a1', 'a2', 'full']);
    const late = { _id: 'b0', organizationId: 'b', createdAt: new Date(9), state: 'waiting' } as const;
    await jobs.insertOne(late);
    expect(await takenBy(queue, 2)).toEqual(['b0', 'full']);
    queue.freeSlot('b');
    queue.freeSlot('a');
    expect(await takenBy(queue, 1)).toEqual(['full']);
    queue.freeSlot('a');
    expect(await takenBy(queue, 2)).toEqual(['a3', 'full']);
    await jobs.insertOne({ ...late, _id: 'b1' });
    expect(await takenBy(queue, 1)).toEqual(['b1']);
  });

  it('limits the documents of an organization in progress over all processes', async () => {
    const { open, takenBy } = await newJobs({ a: 9, b: 1 });
    const one = open({ slots: 9, perOrganization: 3 });
    const other = open({ slots: 9, perOrganization: 3 });
    expect(await takenBy(one, 3)).toEqual(['a0', 'b0', 'a1']);
    expect(await takenBy(other, 2)).toEqual(['a2', 'full']);
    expect(await takenBy(one, 1)).toEqual(['full']);
  });

  it('gives each document to one of many concurrent takers', async () => {
    const { open, take } = await newJobs({ a: 10, b: 10, c: 10 });
    const processes = Array.from({ length: 4 }, () => open(plenty));
    const taking = processes.flatMap((queue) => Array.from({ length: 10 }, () => queue.next(take)));
    const taken = (await Promise.all(taking)).filter((id) => id !== undefined);
    expect(taken).toHaveLength(30);
    expect(new Set(taken).size).toBe(30);
  });

  it('skips a document that cannot be taken', async () => {
    const { open, take } = await newJobs({ a: 1, b: 1 });
    const queue = open(plenty);
    const refusing = (queued: QueuedDocument) =>
      queued.id === 'a0' ? Promise.resolve(undefined) : take(queued);
    expect(await queue.next(refusing)).toBe('b0');
    expect(await queue.next(refusing)).toBeUndefined();
  });

  it('offers and counts only the documents of its scope', async () => {
    const { jobs, take } = await newJobs({ a: 2 });
    await jobs.updateOne({ _id: 'a1' }, { $set: { kind: 'video' } });
    const state = { field: 'state', waiting: 'waiting', taken: 'taken' } as const;
    const limits = { slots: 1, perOrganization: 1 };
    const of = (kind: string) => createFairQueue({ collection: jobs, state, scope: { kind }, ...limits });
    await jobs.updateOne({ _id: 'a0' }, { $set: { kind: 'image', state: 'taken' } });
    expect(await of('image').next(take)).toBeUndefined();
    expect(await of('video').next(take)).toBe('a1');
  });
});
