import type { MongoConnection } from '../../src/mongo/connect.ts';
import { ensureIndexes } from '../../src/mongo/indexes.ts';
import { insertOrFind } from '../../src/mongo/insert-or-find.ts';
import { newOutbox } from '../../src/mongo/outbox.ts';
import type { OutboxDocument } from '../../src/mongo/outbox.ts';
import type { Collection } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMongo } from '../servers.ts';

interface Seat extends OutboxDocument {
  readonly _id: string;
  readonly organizationId: string;
  readonly row: string;
}

let mongo: MongoConnection;
let seats: Collection<Seat>;

beforeAll(async () => {
  mongo = await openMongo();
  seats = mongo.db.collection<Seat>('seats');
  await ensureIndexes(seats, [{ key: { row: 1 }, unique: true, sparse: true }]);
});

afterAll(() => mongo.close());

describe('insertOrFind', () => {
  it('inserts once and returns the stored document to each of many attempts, without its outbox', async () => {
    const attempts = Array.from({ length: 10 }, (_, at) => {
      const seat = { _id: 'one', organizationId: 'a', row: `row ${at.toString()}` };
      return insertOrFind(seats, { ...seat, ...newOutbox() });
    });
    const returned = await Promise.all(attempts);
    const stored = await seats.findOne({ _id: 'one' }, { projection: { outbox: 0 } });
    for (const seat of returned) expect(seat).toEqual(stored);
    expect(await seats.countDocuments({ _id: 'one' })).toBe(1);
  });

  it('rejects when another organization has the id, and does not return its document', async () => {
    const foreign = { _id: 'one', organizationId: 'b', row: 'foreign' };
    await expect(insertOrFind(seats, foreign)).rejects.toMatchObject({ code: 11_000 });
  });

  it('finds the earlier document by another unique value', async () => {
    await insertOrFind(seats, { _id: 'two', organizationId: 'a', row: 'front' });
    const same = { _id: 'three', organizationId: 'a', row: 'front' };
    expect(await insertOrFind(seats, same, { row: 'front' })).toMatchObject({ _id: 'two' });
    await expect(insertOrFind(seats, same)).rejects.toMatchObject({ code: 11_000 });
  });
});
