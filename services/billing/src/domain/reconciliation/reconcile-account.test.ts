import { describe, expect, it } from 'vitest';
import { emptyAccount } from '../account/account.ts';
import { accountAfter } from '../posting/posting.ts';
import { reconcileAccount } from './reconcile-account.ts';

const now = new Date('2026-01-01T12:00:00Z');
const empty = emptyAccount('organization');
const run = { runId: 'run', userId: 'user' };
const topUp = { type: 'top_up', cause: 'top_up:1', amountCents: 1000, runId: '', userId: '' } as const;
const hold = { type: 'hold', cause: 'hold:run', amountCents: 300, ...run } as const;
const funded = accountAfter(empty, { entries: [topUp] }, now);
const holding = accountAfter(funded, { entries: [hold] }, now);

describe('reconciling an account with its ledger', () => {
  it('finds nothing wrong while entries wait, are recorded, or both', () => {
    const recorded = { ...holding, pendingEntries: [] };
    expect(reconcileAccount(holding, [])).toEqual([]);
    expect(reconcileAccount(recorded, holding.pendingEntries)).toEqual([]);
    expect(reconcileAccount(holding, holding.pendingEntries)).toEqual([]);
  });

  it('finds an entry that was lost', () => {
    const lost = { ...holding, pendingEntries: [] };
    expect(reconcileAccount(lost, holding.pendingEntries.slice(0, 1))).toContain(
      '2 entries were made, 1 are there',
    );
    expect(reconcileAccount(lost, holding.pendingEntries.slice(1))).toContain(
      'hold:run has sequence 2, not 1',
    );
  });

  it('finds a balance that moved without an entry', () => {
    expect(reconcileAccount({ ...holding, availableCents: 701 }, [])).toEqual([
      'availableCents is 701, its ledger says 700',
      'available + held + spent is not funded',
    ]);
  });

  it('finds an entry that was changed afterwards', () => {
    const changed = holding.pendingEntries.map((entry) => ({ ...entry, amountCents: entry.amountCents + 1 }));
    const problems = reconcileAccount({ ...holding, pendingEntries: changed }, []);
    expect(problems).toContain('top_up:1 states other balances than the entries up to it');
  });
});
