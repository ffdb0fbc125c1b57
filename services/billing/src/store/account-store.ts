import type { Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, outboxIndexes } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Account } from '../domain/account/account.ts';
import type { Balances } from '../domain/ledger/balances.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { accountEvent } from '../events/account-events.ts';
import { changesOf, toAccount, toDocument } from './account-document.ts';
import type { AccountDocument } from './account-document.ts';

export interface WaitingEntries {
  readonly organizationId: string;
  readonly oldestAt: Date;
}

export interface AccountStore {
  find(organizationId: string): Promise<Account | undefined>;
  /** In any order; those that there are. */
  findMany(organizationIds: readonly string[]): Promise<readonly Account[]>;
  /** Stores a new account; returns the one that is there when somebody was faster. */
  open(account: Account): Promise<Account>;
  /** Turns the account into what it shall be and appends its events in one write; false when it is no longer what it was. */
  apply(before: Account, after: Account): Promise<boolean>;
  /** Takes entries out that the ledger has. */
  removePending(organizationId: string, causes: readonly string[]): Promise<void>;
  /** Accounts of any organization whose entries wait, oldest first. */
  findWaiting(limit: number): Promise<readonly WaitingEntries[]>;
  /** Every account, for reconciliation. */
  all(): AsyncIterable<Account>;
}

export const accountCollection = 'accounts';
export const accountIndexes: readonly IndexSpec[] = [
  { key: { 'pendingEntries.createdAt': 1 }, name: 'pending_created_at', sparse: true },
  ...outboxIndexes,
];

const withoutOutbox = { projection: { outbox: 0 } };

export function createAccountStore(db: Db, relay: Pick<Relay, 'notify'>): AccountStore {
  const accounts = db.collection<AccountDocument>(accountCollection);

  async function find(organizationId: string): Promise<Account | undefined> {
    const found = await accounts.findOne({ _id: organizationId }, withoutOutbox);
    return found === null ? undefined : toAccount(found);
  }

  return {
    find,
    async findMany(organizationIds) {
      const found = accounts.find({ _id: { $in: [...organizationIds] } }, withoutOutbox);
      return (await found.toArray()).map(toAccount);
    },
    async open(account) {
      try {
        await accounts.insertOne(toDocument(account));
        return account;
      } catch (error) {
        const existing = isDuplicateKey(error) ? await find(account.organizationId) : undefined;
        if (existing === undefined) throw error;
        return existing;
      }
    },
    async apply(before, after) {
      const { matchedCount } = await accounts.updateOne(guardOf(before, after), updateOf(before, after));
      if (matchedCount === 1 && after.pendingEvents.length > 0)
        relay.notify(accountCollection, after.organizationId);
      return matchedCount === 1;
    },
    async removePending(organizationId, causes) {
      const update = { $pull: { pendingEntries: { cause: { $in: [...causes] } } } };
      await accounts.updateOne({ _id: organizationId }, update);
    },
    async findWaiting(limit) {
      const found = accounts
        .find({ 'pendingEntries.createdAt': { $gt: new Date(0) } }, { projection: { pendingEntries: 1 } })
        .sort({ 'pendingEntries.createdAt': 1 })
        .limit(limit);
      return (await found.toArray()).flatMap(({ _id, pendingEntries: [oldest] }) =>
        oldest === undefined ? [] : [{ organizationId: _id, oldestAt: oldest.createdAt }],
      );
    },
    async *all() {
      for await (const document of accounts.find({}, withoutOutbox)) yield toAccount(document);
    },
  };
}

/** The version alone would do; that no balance can fall below zero does not rest on it. */
function guardOf(before: Account, after: Account) {
  const delta = deltaOf(before, after);
  const mayOverdraw = newEntries(before, after).some(({ amountCents }) => amountCents < 0);
  return {
    _id: before.organizationId,
    version: before.version,
    ...(delta.availableCents < 0 && !mayOverdraw ? { availableCents: { $gte: -delta.availableCents } } : {}),
    heldCents: { $gte: Math.max(0, -delta.heldCents) },
    spentCents: { $gte: Math.max(0, -delta.spentCents) },
  };
}

/** Entries are pushed and not set, since the drainer may take others out meanwhile without changing the version. */
function updateOf(before: Account, after: Account) {
  const events = after.pendingEvents.map((event) => accountEvent(after.organizationId, event));
  return {
    $inc: { ...deltaOf(before, after) },
    $set: changesOf(before, after),
    $push: {
      pendingEntries: { $each: newEntries(before, after) },
      ...(events.length > 0 ? appendEvents(...events) : {}),
    },
  };
}

function newEntries(before: Account, after: Account): LedgerEntry[] {
  return after.pendingEntries.slice(before.pendingEntries.length);
}

function deltaOf(before: Account, after: Account): Balances {
  return {
    availableCents: after.availableCents - before.availableCents,
    heldCents: after.heldCents - before.heldCents,
    spentCents: after.spentCents - before.spentCents,
    fundedCents: after.fundedCents - before.fundedCents,
  };
}
