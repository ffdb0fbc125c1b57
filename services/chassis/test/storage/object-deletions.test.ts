import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { createObjectDeletions, objectDeletionCollection } from '../../src/storage/object-deletions.ts';
import { openMongo } from '../servers.ts';

const [dayMs, minuteMs] = [86_400_000, 60_000];
const clock = createMovingClock();
let mongo: MongoConnection;
let removed: string[];
beforeAll(async () => {
  mongo = await openMongo();
});
beforeEach(async () => {
  removed = [];
  await mongo.db.collection(objectDeletionCollection).deleteMany({});
});
afterAll(() => mongo.close());

function deletions(delayMs = dayMs) {
  const storage = { removeAll: (prefix: string) => Promise.resolve(removed.push(prefix)) };
  return createObjectDeletions({ db: mongo.db, clock, storage }, { delayMs });
}

it('keeps objects for the delay after their deletion was first scheduled, and then deletes them', async () => {
  await deletions().schedule('organization', 'files/a');
  clock.advance(dayMs - minuteMs);
  await deletions().schedule('organization', 'files/a');
  expect(await deletions().deleteDue()).toBe(0);
  clock.advance(minuteMs);
  expect(await deletions().deleteDue()).toBe(1);
  expect(removed).toEqual(['files/a']);
  expect(await deletions().deleteDue()).toBe(0);
});

it('deletes again when it is scheduled again, since objects may have been added', async () => {
  for (let times = 0; times < 2; times += 1) {
    await deletions().schedule('organization', 'files/a');
    clock.advance(dayMs);
    await deletions().deleteDue();
  }
  expect(removed).toEqual(['files/a', 'files/a']);
});

it('keeps a scheduled deletion that failed', async () => {
  await deletions().schedule('organization', 'files/a');
  clock.advance(dayMs);
  const storage = { removeAll: () => Promise.reject(new Error('away')) };
  const failing = createObjectDeletions({ db: mongo.db, clock, storage }, { delayMs: dayMs });
  await expect(failing.deleteDue()).rejects.toThrow('away');
  expect(await deletions().deleteDue()).toBe(1);
});

it('deletes at once without a delay', async () => {
  await deletions(0).schedule('organization', 'files/a');
  expect(removed).toEqual(['files/a']);
});
