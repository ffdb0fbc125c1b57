import type { Db, WithId } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Account, Balances, LedgerEntry, OpenHold } from '../domain/account.ts';

interface AccountDocument extends Omit<Account, 'organizationId' | 'openHolds' | 'pendingEntries'> {
  /** The organization. */
  readonly _id: string;
  readonly openHolds: OpenHold[];
  readonly pendingEntries: LedgerEntry[];
}

export interface WaitingEntries {
  readonly organizationId: string;
  readonly oldestAt: Date;
}

export interface AccountStore {
  find(organizationId: string): Promise<Account | undefined>;
  /** Stores a new account; returns the one that is there when somebody was faster. */
  open(account: Account): Promise<Account>;
  /** Turns the account into what it shall be, in one write; false when it is no longer what it was. */
  apply(before: Account, after: Account): Promise<boolean>;
  /** Takes entries out that the ledger has. */
  removePending(organizationId: string, causes: readonly string[]): Promise<void>;
  /** Accounts of any organization whose entries wait, oldest first. */
  findWaiting(limit: number): Promise<readonly WaitingEntries[]>;
  /** Every account, for reconciliation. */
  all(): AsyncIterable<Account>;
}

export const accountIndexes: readonly IndexSpec[] = [
  { key: { 'pendingEntries.createdAt': 1 }, name: 'pending_created_at', sparse: true },
];

export function createAccountStore(db: Db): AccountStore {
  const accounts = db.collection<AccountDocument>('accounts');

  async function find(organizationId: string): Promise<Account | undefined> {
    const found = await accounts.findOne({ _id: organizationId });
    return found === null ? undefined : toAccount(found);
  }

  return {
    find,
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
      const delta = deltaOf(before, after);
      const { matchedCount } = await accounts.updateOne(
        guardOf(before, delta),
        updateOf(before, after, delta),
      );
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
      for await (const document of accounts.find({})) yield toAccount(document);
    },
  };
}

function deltaOf(before: Account, after: Account): Balances {
  return {
    availableCents: after.availableCents - before.availableCents,
    heldCents: after.heldCents - before.heldCents,
    spentCents: after.spentCents - before.spentCents,
    fundedCents: after.fundedCents - before.fundedCents,
  };
}

/** The version alone would do; that no balance can fall below zero does not rest on it. */
function guardOf({ organizationId, version }: Account, delta: Balances) {
  return {
    _id: organizationId,
    version,
    availableCents: { $gte: Math.max(0, -delta.availableCents) },
    heldCents: { $gte: Math.max(0, -delta.heldCents) },
    spentCents: { $gte: Math.max(0, -delta.spentCents) },
  };
}

/** Entries are pushed and not set, since the drainer may take others out meanwhile without changing the version. */
function updateOf(before: Account, after: Account, delta: Balances) {
  return {
    $inc: { ...delta },
    $set: { version: after.version, entryCount: after.entryCount, openHolds: [...after.openHolds] },
    $push: { pendingEntries: { $each: after.pendingEntries.slice(before.pendingEntries.length) } },
  };
}

function toDocument({ organizationId, openHolds, pendingEntries, ...rest }: Account): AccountDocument {
  return { _id: organizationId, ...rest, openHolds: [...openHolds], pendingEntries: [...pendingEntries] };
}

function toAccount({ _id, ...fields }: WithId<AccountDocument>): Account {
  return { organizationId: _id, ...fields };
}
