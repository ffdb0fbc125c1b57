import type { Collection, Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { appendEvents, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Account } from '../../domain/account/account.ts';
import type { Balances } from '../../domain/ledger/balances.ts';
import type { LedgerEntry } from '../../domain/ledger/ledger-entry.ts';
import { accountEvent } from '../../events/account-events.ts';
import type { PendingEvent } from '../../domain/account/pending-event.ts';
import type { HoldStore } from '../hold-store.ts';
import type { LedgerStore } from '../ledger-store.ts';
import { createAutoTopUps } from './auto-top-ups.ts';
import type { AutoTopUps } from './auto-top-ups.ts';
import { changesOf, toAccount, toDocument } from './account-document.ts';
import type { AccountDocument } from './account-document.ts';
import { isEarlier, migrateAccount, migrateAccounts } from './migrate-account.ts';
import type { EarlierDocument, EarlierFields } from './migrate-account.ts';

export interface WaitingEntries {
  readonly organizationId: string;
  readonly oldestAt: Date;
}

export interface AccountStore {
  /** The automatic top-ups that accounts wait for. */
  readonly autoTopUps: AutoTopUps;
  find(organizationId: string): Promise<Account | undefined>;
  /** In any order; those that there are. */
  findMany(organizationIds: readonly string[]): Promise<readonly Account[]>;
  /** Stores a new account; returns the one that is there when another call was faster. */
  open(account: Account): Promise<Account>;
  /** Turns the account into what it shall be and appends its events in one write; false when it is no longer what it was. */
  apply(before: Account, after: Account): Promise<boolean>;
  /** Publishes an event of an account that does not change. */
  tell(organizationId: string, event: PendingEvent): Promise<void>;
  /** Takes entries out that the ledger has. */
  removePending(organizationId: string, causes: readonly string[]): Promise<void>;
  /** Accounts of any organization whose entries wait, oldest first. */
  findWaiting(limit: number): Promise<readonly WaitingEntries[]>;
  /** The entries of every organization that wait and were made at or after `since`, with others of their accounts. */
  waitingEntries(since: Date): AsyncIterable<LedgerEntry>;
  /** The organization of every account, for reconciliation. */
  organizationIds(): AsyncIterable<string>;
  /** Migrates accounts that keep open holds themselves, some at a time; the rest are migrated when they are first read. */
  migrateEarlier(): Promise<void>;
}

export const accountCollection = 'accounts';
export const accountIndexes: readonly IndexSpec[] = [
  { key: { 'unrecordedEntries.createdAt': 1 }, name: 'unrecorded_created_at', sparse: true },
  { key: { 'openHolds.createdAt': 1 }, name: 'open_holds_created_at', sparse: true },
  { key: { 'pendingAutoTopUp.topUpId': 1 }, name: 'pending_auto_top_up', sparse: true },
  ...outboxIndexes,
];

const own = { projection: withoutOutbox };
type StoredAccount = AccountDocument & EarlierFields;

export function createAccountStore(
  db: Db,
  relay: Pick<Relay, 'notify'>,
  records: { readonly ledger: LedgerStore; readonly holds: HoldStore },
): AccountStore {
  const accounts = db.collection<StoredAccount>(accountCollection);
  const migration = { accounts: db.collection<EarlierDocument>(accountCollection), ...records };
  const write = createOutboxWriter(accounts, relay);

  async function find(organizationId: string): Promise<Account | undefined> {
    const found = await accounts.findOne({ _id: organizationId }, own);
    return found === null ? undefined : read(found);
  }

  async function read(document: StoredAccount): Promise<Account | undefined> {
    if (!isEarlier(document)) return toAccount(document);
    await migrateAccount(migration, document._id);
    return find(document._id);
  }

  return {
    autoTopUps: createAutoTopUps(db.collection(accountCollection), relay),
    find,
    async findMany(organizationIds) {
      const found = accounts.find({ _id: { $in: [...organizationIds] } }, own);
      return (await Promise.all((await found.toArray()).map(read))).filter(
        (account) => account !== undefined,
      );
    },
    async open(account) {
      return (await read(await insertOrFind(accounts, toDocument(account)))) ?? account;
    },
    async apply(before, after) {
      const { matchedCount } = await accounts.updateOne(guardOf(before, after), updateOf(before, after));
      if (matchedCount === 1 && after.pendingEvents.length > 0)
        relay.notify(accountCollection, after.organizationId);
      return matchedCount === 1;
    },
    async tell(organizationId, event) {
      const events = appendEvents(accountEvent(organizationId, event));
      await write({ _id: organizationId }, events);
    },
    async removePending(organizationId, causes) {
      const update = { $pull: { unrecordedEntries: { cause: { $in: [...causes] } } } };
      await accounts.updateOne({ _id: organizationId }, update);
    },
    findWaiting: (limit) => findWaiting(accounts, limit),
    async *waitingEntries(since) {
      const waiting = { 'unrecordedEntries.createdAt': { $gte: since } };
      const found = accounts.find(waiting, { projection: { unrecordedEntries: 1 } });
      for await (const { unrecordedEntries } of found) yield* unrecordedEntries;
    },
    async *organizationIds() {
      for await (const { _id } of accounts.find({}, { projection: { _id: 1 } })) yield _id;
    },
    migrateEarlier: () => migrateAccounts(migration),
  };
}

async function findWaiting(accounts: Collection<StoredAccount>, limit: number): Promise<WaitingEntries[]> {
  const found = accounts
    .find({ 'unrecordedEntries.createdAt': { $gt: new Date(0) } }, { projection: { unrecordedEntries: 1 } })
    .sort({ 'unrecordedEntries.createdAt': 1 })
    .limit(limit);
  return (await found.toArray()).flatMap(({ _id, unrecordedEntries: [oldest] }) =>
    oldest === undefined ? [] : [{ organizationId: _id, oldestAt: oldest.createdAt }],
  );
}

/** The version alone would do; that no balance can fall below zero does not rest on it. */
function guardOf(before: Account, after: Account) {
  const delta = deltaOf(before, after);
  const mayOverdraw = newEntries(before, after).some(({ amountCents }) => amountCents < 0);
  return {
    _id: before.organizationId,
    revision: before.version,
    ...(delta.availableCents < 0 && !mayOverdraw ? { availableCents: { $gte: -delta.availableCents } } : {}),
    heldCents: { $gte: Math.max(0, -delta.heldCents) },
    spentCents: { $gte: Math.max(0, -delta.spentCents) },
  };
}

/** Entries are pushed and not set, since the drainer may take others out meanwhile without changing the version. */
function updateOf(before: Account, after: Account) {
  const events = after.pendingEvents.map((event) => accountEvent(after.organizationId, event));
  const { $push, ...since } = appendEvents(...events);
  return {
    $inc: { ...deltaOf(before, after) },
    $set: changesOf(before, after),
    $push: { unrecordedEntries: { $each: newEntries(before, after) }, ...$push },
    ...since,
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
