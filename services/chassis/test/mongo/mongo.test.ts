import { connectMongo, MongoUnavailableError } from '../../src/mongo/connect.ts';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { isDuplicateKey } from '../../src/mongo/duplicate-key.ts';
import { ensureIndexes } from '../../src/mongo/indexes.ts';
import { outboxIndexes } from '../../src/mongo/outbox.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMongo } from '../servers.ts';

let mongo: MongoConnection;

beforeAll(async () => {
  mongo = await openMongo();
});

afterAll(async () => {
  await mongo.close();
});

interface Seat {
  readonly _id: string;
  readonly row?: string;
  readonly takenBy?: string;
}

describe('connecting', () => {
  it('names the missing server in its error and hides the password', async () => {
    const uri = 'mongodb://user:secret@127.0.0.1:1/';
    const connecting = connectMongo({
      uri,
      database: 'none',
      appName: 'test',
      serverSelectionTimeoutMs: 200,
    });
    const error: unknown = await connecting.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MongoUnavailableError);
    expect(String(error)).toContain('127.0.0.1:1');
    expect(String(error)).not.toContain('secret');
  });

  it('answers a ping', async () => {
    await expect(mongo.ping()).resolves.toBeUndefined();
  });
});

describe('indexes', () => {
  it('are ensured repeatedly, also by several processes at once', async () => {
    const collection = mongo.db.collection('again');
    const specs = [...outboxIndexes, { key: { email: 1 }, unique: true, sparse: true }] as const;
    await Promise.all([1, 2, 3].map(() => ensureIndexes(collection, specs)));
    const names = (await collection.indexes()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['_id_', 'email_1', 'outbox_occurred_at', 'outbox_since']);
  });

  it('distinguishes a duplicate key from other errors', async () => {
    const seats = mongo.db.collection<Seat>('unique');
    await ensureIndexes(seats, [{ key: { row: 1 }, unique: true, sparse: true }]);
    await seats.insertOne({ _id: 'one', row: 'a' });
    const sameId: unknown = await seats.insertOne({ _id: 'one' }).catch((error: unknown) => error);
    const sameRow: unknown = await seats.insertOne({ _id: 'two', row: 'a' }).catch((error: unknown) => error);
    const unknownCommand: unknown = await mongo.db.command({ noSuch: 1 }).catch((error: unknown) => error);
    expect([sameId, sameRow, unknownCommand].map(isDuplicateKey)).toEqual([true, true, false]);
  });
});

describe('racing writers', () => {
  it('lets exactly one of many change a document when the filter guards the change', async () => {
    const seats = mongo.db.collection<Seat>('seats');
    await seats.insertOne({ _id: 'seat' });
    const names = Array.from({ length: 32 }, (_, index) => `guest-${index.toString()}`);
    const results = await Promise.all(
      names.map((takenBy) =>
        seats.updateOne({ _id: 'seat', takenBy: { $exists: false } }, { $set: { takenBy } }),
      ),
    );
    const winners = names.filter((_, index) => results[index]?.modifiedCount === 1);
    expect(winners).toHaveLength(1);
    expect(await seats.findOne({ _id: 'seat' })).toMatchObject({ takenBy: winners[0] });
  });
});
