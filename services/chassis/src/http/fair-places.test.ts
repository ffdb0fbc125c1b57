import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFairPlaces } from './fair-places.ts';
import type { FairPlaces, Place } from './fair-places.ts';

const limits = { total: 3, perOwner: 2, waitingPerOwner: 2, keepMs: 20_000 };
const open = new AbortController();

let places: FairPlaces;
beforeEach(() => {
  vi.useFakeTimers();
  places = createFairPlaces(limits);
});
afterEach(() => {
  vi.useRealTimers();
});

const take = (owner: string, signal = open.signal): Promise<Place> => places.take(owner, signal);

/** Reads the outcome of a request for a place: `waits`, `granted`, or the reason of its refusal. */
function watch(taken: Promise<Place>): { outcome: string } {
  const seen = { outcome: 'waits' };
  taken.then(
    () => (seen.outcome = 'granted'),
    (error: unknown) => (seen.outcome = (error as { reason: string }).reason),
  );
  return seen;
}

it('gives an owner its places, lets further requests wait, and refuses those beyond', async () => {
  const first = await take('a');
  await take('a');
  const third = watch(take('a'));
  const fourth = watch(take('a'));
  const fifth = watch(take('a'));
  await vi.advanceTimersByTimeAsync(0);
  expect([third.outcome, fourth.outcome, fifth.outcome]).toEqual(['waits', 'waits', 'CONCURRENCY_LIMIT']);
  first.release();
  first.release();
  await vi.advanceTimersByTimeAsync(0);
  expect([third.outcome, fourth.outcome]).toEqual(['granted', 'waits']);
  await vi.advanceTimersByTimeAsync(limits.keepMs + 5_000);
  expect(fourth.outcome).toBe('CONCURRENCY_LIMIT');
});

it('serves the owner with the fewest places first', async () => {
  const first = await take('a');
  await take('a');
  await take('b');
  const second = watch(take('b'));
  const newcomer = watch(take('c'));
  first.release();
  await vi.advanceTimersByTimeAsync(0);
  expect([second.outcome, newcomer.outcome]).toEqual(['waits', 'granted']);
});

it('takes the place of the slowest body after its time, for an owner with fewer places', async () => {
  const oldest = await take('a');
  const kept = await take('a');
  const other = await take('b');
  kept.keep();
  const newcomer = watch(take('c'));
  await vi.advanceTimersByTimeAsync(limits.keepMs - 1);
  expect([newcomer.outcome, oldest.signal.aborted]).toEqual(['waits', false]);
  await vi.advanceTimersByTimeAsync(2);
  expect(newcomer.outcome).toBe('granted');
  expect([oldest, kept, other].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  expect(oldest.signal.reason).toMatchObject({ status: 'UNAVAILABLE', reason: 'SERVER_BUSY' });
});

it('lets a slow body keep its place while nobody else waits', async () => {
  const slow = await take('a');
  await take('a');
  const own = watch(take('a'));
  await vi.advanceTimersByTimeAsync(10 * limits.keepMs);
  expect([slow.signal.aborted, own.outcome]).toEqual([false, 'CONCURRENCY_LIMIT']);
});

it('refuses a request that waited in vain because all bodies have arrived', async () => {
  for (const owner of ['a', 'a', 'b']) (await take(owner)).keep();
  const late = watch(take('c'));
  await vi.advanceTimersByTimeAsync(limits.keepMs + 5_000);
  expect(late.outcome).toBe('SERVER_BUSY');
});

it('forgets a request whose client disconnects while it waits', async () => {
  const first = await take('a');
  await take('a');
  const client = new AbortController();
  const waiting = take('a', client.signal);
  client.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(take('a', client.signal)).rejects.toThrow('gone');
  const next = watch(take('a'));
  first.release();
  await vi.advanceTimersByTimeAsync(0);
  expect(next.outcome).toBe('granted');
});
