import { describe, expect, it } from 'vitest';
import { emptyAccount } from '../account/account.ts';
import { accountAfter } from '../posting/posting.ts';
import { newTopUp } from '../top-up/top-up.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { reconcileTransactions } from './reconcile-transactions.ts';

const now = new Date('2026-01-01T12:00:00Z');
const payment = { provider: 'mock', transactionId: '1', providerTransactionId: 'p' };
const entry = {
  type: 'top_up',
  cause: 'top_up:1',
  amountCents: 1_000,
  runId: '',
  userId: '',
  payment,
} as const;
const waiting = accountAfter(emptyAccount('organization'), { entries: [entry] }, now);
const recorded = waiting.pendingEntries;
const account = { ...waiting, pendingEntries: [] };
const checkout = { isAutomatic: false, successUrl: '', cancelUrl: '', customerId: '' };
const beginning = { id: '1', organizationId: 'organization', userId: '', provider: 'mock' };
const pending: Transaction = newTopUp({ ...beginning, amountCents: 1_000, checkout }, now);
const succeeded: Transaction = { ...pending, status: 'succeeded' };

describe('reconciling transactions with the ledger', () => {
  it('finds nothing wrong when they tell the same', () => {
    expect(reconcileTransactions(account, recorded, [succeeded])).toEqual([]);
    expect(reconcileTransactions(account, [], [pending])).toEqual([]);
  });

  it('bears a transaction that follows an entry which still waits', () => {
    expect(reconcileTransactions(waiting, [], [pending])).toEqual([]);
    expect(reconcileTransactions(waiting, [], [succeeded])).toEqual([]);
  });

  it('finds money that moved without a transaction', () => {
    expect(reconcileTransactions(account, recorded, [])).toEqual([
      'top_up:1 has no transaction that succeeded',
    ]);
  });

  it('finds money that moved for a transaction that did not succeed', () => {
    expect(reconcileTransactions(account, recorded, [pending])).toEqual([
      'top_up:1 has no transaction that succeeded',
      'transaction 1 is pending, but top_up:1 moved money',
    ]);
  });

  it('finds a transaction that succeeded without money', () => {
    expect(reconcileTransactions(account, [], [succeeded])).toEqual([
      'transaction 1 succeeded without top_up:1',
    ]);
  });

  it('finds a transaction over another amount', () => {
    expect(reconcileTransactions(account, recorded, [{ ...succeeded, amountCents: 999 }])).toEqual([
      'top_up:1 is over 1000, its transaction over 999',
    ]);
  });

  it('asks for no transaction of a welcome credit or a hold', () => {
    const { payment: _payment, ...credit } = entry;
    const welcomed = accountAfter(emptyAccount('organization'), { entries: [credit] }, now).pendingEntries;
    expect(reconcileTransactions(account, welcomed, [])).toEqual([]);
  });
});
