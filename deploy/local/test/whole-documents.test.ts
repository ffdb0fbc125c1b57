import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

interface Counted {
  readonly _id: string;
  readonly first: number;
  readonly items: readonly number[];
  readonly last: number;
}

const readers = 20;
const writers = 4;
const itemCount = 50;
const testMs = 3_000;

describe('the MongoDB server of this machine', () => {
  let client: MongoClient;
  beforeAll(async () => {
    client = await MongoClient.connect(inject('servers').mongodb.uri);
  });
  afterAll(() => client.close());

  it('never answers half of a document that is replaced meanwhile', async () => {
    const database = client.db(`t${randomUUID().replaceAll('-', '')}`);
    const documents = database.collection<Counted>('documents');
    const _id = 'one';
    const build = (number: number) => ({
      first: number,
      items: Array.from({ length: itemCount }, () => number),
      last: number,
    });
    await documents.insertOne({ _id, ...build(0) });
    const end = Date.now() + testMs;
    const torn: unknown[] = [];
    const read = async (): Promise<void> => {
      while (Date.now() < end) {
        const found = await documents.findOne({ _id });
        const numbers = new Set([found?.first, ...(found?.items ?? []), found?.last]);
        if (numbers.size !== 1) torn.push(found);
      }
    };
    let replaced = 0;
    const write = async (): Promise<void> => {
      while (Date.now() < end) {
        const { first = 0 } = (await documents.findOne({ _id })) ?? {};
        const { matchedCount } = await documents.replaceOne({ _id, first }, build(first + 1));
        replaced += matchedCount;
      }
    };
    await Promise.all([
      ...Array.from({ length: readers }, () => read()),
      ...Array.from({ length: writers }, () => write()),
    ]);
    expect(torn).toEqual([]);
    expect(await documents.findOne({ _id })).toEqual({ _id, ...build(replaced) });
    expect(replaced).toBeGreaterThan(0);
    await database.dropDatabase();
  });
});
