import { describe, expect, it } from 'vitest';
import { emptyAccount } from '../account/account.ts';
import type { Hold } from '../hold/hold.ts';
import { accountAfter } from '../posting/posting.ts';
import { reconcileHolds } from './reconcile-holds.ts';

const now = new Date('2026-01-01T12:00:00Z');
const run = { runId: 'run', userId: 'user' };
const topUp = { type: 'top_up', cause: 'top_up:1', amountCents: 1000, runId: '', userId: '' } as const;
const hold = { type: 'hold', cause: 'hold:run', amountCents: 300, ...run } as const;
const charge = { type: 'charge', cause: 'charge:run', amountCents: 300, ...run } as const;
const holding = accountAfter(emptyAccount('organization'), { entries: [topUp, hold] }, now);
const settled = accountAfter(holding, { entries: [charge] }, now);
const open: Hold = {
  ...run,
  holdId: 'run',
  organizationId: 'organization',
  amountCents: 300,
  credentialIds: [],
  createdAt: now,
};
const recorded = { ...holding, pendingEntries: [] };

describe('reconciling the open holds with account and ledger', () => {
  it('finds nothing wrong while entries wait, are recorded, or both', () => {
    expect(reconcileHolds(holding, [], [])).toEqual([]);
    expect(reconcileHolds(holding, holding.pendingEntries, [open])).toEqual([]);
    expect(reconcileHolds(recorded, holding.pendingEntries, [open])).toEqual([]);
    expect(reconcileHolds(settled, [], [])).toEqual([]);
    expect(reconcileHolds(settled, holding.pendingEntries, [open])).toEqual([]);
    expect(reconcileHolds({ ...settled, pendingEntries: [] }, settled.pendingEntries, [])).toEqual([]);
  });

  it('finds held money without its hold', () => {
    expect(reconcileHolds(recorded, holding.pendingEntries, [])).toEqual([
      'the hold of run is not open, in the ledger open over 300',
      'heldCents is 300, the open holds are 0',
    ]);
  });

  it('finds a hold that did not end with its run', () => {
    expect(reconcileHolds({ ...settled, pendingEntries: [] }, settled.pendingEntries, [open])).toEqual([
      'the hold of run is open over 300, in the ledger not open',
      'heldCents is 0, the open holds are 300',
    ]);
  });

  it('finds a hold over another amount', () => {
    expect(reconcileHolds(recorded, holding.pendingEntries, [{ ...open, amountCents: 301 }])).toEqual([
      'the hold of run is open over 301, in the ledger open over 300',
      'heldCents is 300, the open holds are 301',
    ]);
  });
});
