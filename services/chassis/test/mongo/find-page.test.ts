import { catchRefusal } from '@assay/test-kit/catch-refusal';
import type { Collection } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { findPage, newestFirst } from '../../src/mongo/find-page.ts';
import type { Page } from '../../src/pagination.ts';
import { openMongo } from '../servers.ts';

interface Note {
  readonly _id: string;
  readonly group: string;
  readonly createdAt: Date;
}

let mongo: MongoConnection;
let notes: Collection<Note>;
beforeAll(async () => {
  mongo = await openMongo();
  notes = mongo.db.collection('notes');
});
afterAll(() => mongo.close());

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const note = (group: string, second: number, name: string): Note => ({
  _id: `${group}-${name}`,
  group,
  createdAt: at(second),
});
const list = (filter: object, page: Partial<Page>) =>
  findPage(notes, { filter, order: newestFirst }, { limit: 2, offset: 0, ...page });

/** Reads pages until one has no next cursor, and runs `between` after each. */
async function readToTheEnd(filter: object, between: () => Promise<unknown> = () => Promise.resolve()) {
  const pages: string[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await list(filter, { cursor });
    pages.push(page.items.map(({ _id }) => _id));
    cursor = page.nextCursor;
    await between();
  }
  return pages;
}

describe('a list read by cursors', () => {
  it('is ordered from newest to oldest, and by descending id within the same instant', async () => {
    const group = 'order';
    const same = ['b', 'd', 'a', 'c'].map((name) => note(group, 5, name));
    await notes.insertMany([note(group, 1, 'old'), ...same, note(group, 9, 'new')]);
    expect(await readToTheEnd({ group })).toEqual([
      ['order-new', 'order-d'],
      ['order-c', 'order-b'],
      ['order-a', 'order-old'],
    ]);
  });

  it('returns each document exactly once while documents are added and removed', async () => {
    const group = 'busy';
    await notes.insertMany(['a', 'b', 'c', 'd', 'e'].map((name, index) => note(group, index, name)));
    let added = 0;
    const pages = await readToTheEnd({ group }, async () => {
      added += 1;
      await notes.insertOne(note(group, 50 + added, `new-${added.toString()}`));
      await notes.deleteOne({ _id: 'busy-d' });
    });
    expect(pages).toEqual([['busy-e', 'busy-d'], ['busy-c', 'busy-b'], ['busy-a']]);
  });

  it('stays within the time range of the filter', async () => {
    const group = 'range';
    await notes.insertMany(['a', 'b', 'c', 'd', 'e'].map((name, index) => note(group, index, name)));
    const filter = { group, createdAt: { $gte: at(1), $lt: at(4) } };
    expect(await readToTheEnd(filter)).toEqual([['range-d', 'range-c'], ['range-b']]);
  });

  it('ends without a cursor, also when the last page is full or the list is empty', async () => {
    const group = 'full';
    expect(await list({ group }, { cursor: '' })).toEqual({
      items: [],
      total: 0,
      totalIsExact: true,
      nextCursor: undefined,
    });
    await notes.insertMany([note(group, 1, 'a'), note(group, 2, 'b')]);
    expect((await list({ group }, { cursor: '' })).nextCursor).toBeUndefined();
  });

  it('returns the cursor of the next page also for a page read by offset', async () => {
    const group = 'mixed';
    await notes.insertMany(['a', 'b', 'c', 'd'].map((name, index) => note(group, index, name)));
    const { nextCursor, items } = await list({ group }, { offset: 1 });
    expect(items.map(({ _id }) => _id)).toEqual(['mixed-c', 'mixed-b']);
    const next = await list({ group }, { cursor: nextCursor });
    expect(next.items.map(({ _id }) => _id)).toEqual(['mixed-a']);
  });

  it('has an exact total up to 10,000 by cursor, and always by offset', async () => {
    const group = 'many';
    await notes.insertMany(
      Array.from({ length: 10_000 }, (_, index) => note(group, index, index.toString())),
    );
    const total = async (page: Partial<Page>) => {
      const { total: counted, totalIsExact } = await list({ group }, page);
      return [counted, totalIsExact];
    };
    expect(await total({ cursor: '' })).toEqual([10_000, true]);
    await notes.insertOne(note(group, 10_001, 'one more'));
    expect(await total({ cursor: '' })).toEqual([10_000, false]);
    expect(await total({})).toEqual([10_001, true]);
  });
});

describe('a cursor', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64url');

  it.each([
    ['that is no position', encoded('x')],
    ['of a list in another order', encoded('17')],
    ['without an id', encoded('17.')],
    ['that is not base64url', '!'],
    ['with something behind it', `${encoded('17.a')}=`],
    ['of bytes that are no text', Buffer.from([0xff, 0xfe]).toString('base64url')],
  ])('%s is refused by its name', async (_what, cursor) => {
    expect(await catchRefusal(list({}, { cursor }))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field: 'cursor' },
    });
  });

  it('is refused together with an offset', async () => {
    expect(await catchRefusal(list({}, { cursor: '', offset: 1 }))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field: 'offset' },
    });
  });

  it('contains only the position at which the previous page ended', async () => {
    await notes.insertMany(['a', 'b', 'c'].map((name, index) => note('says', index, name)));
    const { nextCursor = '' } = await list({ group: 'says' }, { cursor: '' });
    expect(Buffer.from(nextCursor, 'base64url').toString()).toBe(`${at(1).getTime().toString()}.says-b`);
  });
});
