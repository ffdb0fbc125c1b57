import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSlotShares } from './slot-shares.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Executes one unit of an organization. */
function execute(shares: ReturnType<typeof createSlotShares>, id: string, ms: number): void {
  shares.start(id);
  vi.advanceTimersByTime(ms);
  shares.freeSlot(id);
}

it('the organization goes first that used the least time, and the time is forgotten', () => {
  const shares = createSlotShares({ slots: 2 });
  expect(shares.findNext(['a', 'b'])).toBe('a');
  for (let count = 0; count < 20; count += 1) execute(shares, 'b', 1_000);
  execute(shares, 'a', 60_000);
  expect(shares.findNext(['a', 'b'])).toBe('b');
  vi.advanceTimersByTime(3_600_000);
  expect(shares.findNext(['a', 'b'])).toBe('a');
});

it('organizations whose work takes long leave one slot to those that come', () => {
  const shares = createSlotShares({ slots: 3 });
  for (const id of ['a', 'b', 'c', 'd']) execute(shares, id, 30_000);
  shares.start('a');
  shares.start('b');
  expect(['c', 'd'].map((id) => shares.hasFullShare(id, ['c', 'd']))).toEqual([true, true]);
  expect(shares.hasFullShare('new', ['c', 'd', 'new'])).toBe(false);
});

it('an organization has no more slots in a process than its own', () => {
  const shares = createSlotShares({ slots: 8, slotsPerOrganization: 2 });
  expect(shares.hasFullShare('a', ['a'])).toBe(false);
  shares.start('a');
  shares.start('a');
  expect(shares.hasFullShare('a', ['a'])).toBe(true);
  shares.freeSlot('a');
  expect(shares.hasFullShare('a', ['a'])).toBe(false);
});
