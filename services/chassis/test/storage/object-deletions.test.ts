import { createMovingClock } from '@assay/test-kit/moving-clock';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { createObjectDeletions, objectDeletionCollection } from '../../src/storage/object-deletions.ts';
import { openMongo } from '../servers.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
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
  const storage = { removeAll: () => Promise.reject(new Error('unavailable')) };
  const failing = createObjectDeletions({ db: mongo.db, clock, storage }, { delayMs: dayMs });
  await expect(failing.deleteDue()).rejects.toThrow('unavailable');
  // The storage may still carry out a request that it did not answer.
  expect(await deletions().deleteDue()).toBe(0);
  clock.advance(minuteMs);
  expect(await deletions().deleteDue()).toBe(1);
});

it('deletes at once without a delay', async () => {
  await deletions(0).schedule('organization', 'files/a');
  expect(removed).toEqual(['files/a']);
});

describe('objects that are named again', () => {
  const key = 'files/a';

  /** Deletions whose storage waits, and that see the names. */
  function openPaused(named: ReadonlySet<string>) {
    const gate = Promise.withResolvers<undefined>();
    const began = Promise.withResolvers<undefined>();
    const storage = {
      async removeAll(prefix: string) {
        began.resolve(undefined);
        await gate.promise;
        return removed.push(prefix);
      },
    };
    const isNamed = (_organizationId: string, prefix: string) => Promise.resolve(named.has(prefix));
    const opened = createObjectDeletions({ db: mongo.db, clock, storage }, { delayMs: dayMs, isNamed });
    return { opened, gate, began };
  }

  it('stay when they are named before the deletion', async () => {
    const { opened, gate } = openPaused(new Set([key]));
    gate.resolve(undefined);
    await opened.schedule('organization', key);
    clock.advance(dayMs);
    await opened.deleteDue();
    expect(removed).toEqual([]);
    expect(await opened.deleteDue()).toBe(0);
  });

  it('stay when the deletion is cancelled', async () => {
    await deletions().schedule('organization', key);
    await deletions().cancel('another organization', [key]);
    await deletions().cancel('organization', [key, 'files/b']);
    clock.advance(dayMs);
    expect(await deletions().deleteDue()).toBe(0);
  });

  it('are written after a deletion in progress has ended: cancel waits for it', async () => {
    const { opened, gate, began } = openPaused(new Set());
    await opened.schedule('organization', key);
    clock.advance(dayMs);
    const order: string[] = [];
    const deleting = opened.deleteDue().then(() => order.push('deleted'));
    await began.promise;
    const cancelling = opened.cancel('organization', [key]).then(() => order.push('cancelled'));
    await pause(150);
    expect(order).toEqual([]);
    gate.resolve(undefined);
    await Promise.all([deleting, cancelling]);
    expect(removed).toEqual([key]);
    expect(order.toSorted()).toEqual(['cancelled', 'deleted']);
  });

  it('are not deleted by a second process while a first one deletes them', async () => {
    const { opened, gate, began } = openPaused(new Set());
    await opened.schedule('organization', key);
    clock.advance(dayMs);
    const deleting = opened.deleteDue();
    await began.promise;
    expect(await deletions().deleteDue()).toBe(0);
    gate.resolve(undefined);
    expect(await deleting).toBe(1);
    expect(removed).toEqual([key]);
  });

  it('are deleted once more when that was requested during the deletion', async () => {
    const { opened, gate, began } = openPaused(new Set());
    await opened.schedule('organization', key);
    clock.advance(dayMs);
    const deleting = opened.deleteDue();
    await began.promise;
    await opened.schedule('organization', key);
    gate.resolve(undefined);
    await deleting;
    expect(await opened.deleteDue()).toBe(1);
    expect(removed).toEqual([key, key]);
  });
});
