import type { Db } from 'mongodb';
import type { Hold } from '../domain/hold/hold.ts';
import { causeOf } from '../domain/ledger/ledger-entry.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { createHoldStore } from './hold-store.ts';
import { createLedgerStore, entryId, ledgerCollection } from './ledger-store.ts';

/** What versions stored in an account that kept its open holds there. */
export interface EarlierFields {
  readonly version?: number;
  readonly openHolds?: readonly EarlierHold[];
}

interface EarlierHold {
  readonly runId: string;
  readonly amountCents: number;
  readonly userId: string;
  readonly credentialId?: string;
  readonly inheritedFrom?: readonly string[];
  readonly createdAt: Date;
}

interface EarlierDocument extends EarlierFields {
  readonly _id: string;
  readonly unrecordedEntries?: LedgerEntry[];
}

export function isEarlier({ version, openHolds }: EarlierFields): boolean {
  return version !== undefined || openHolds !== undefined;
}

/**
 * Moves an account's open holds into documents of their own. The first write takes the names away by which versions of
 * before post and drain: they cannot match the account any more, so its holds stand still from then on, however many
 * processes move them and wherever one dies. They leave the account last.
 */
export async function migrateAccount(db: Db, organizationId: string): Promise<void> {
  const accounts = db.collection<EarlierDocument>('accounts');
  await accounts.updateOne(
    { _id: organizationId, version: { $exists: true } },
    { $rename: { version: 'revision', pendingEntries: 'unrecordedEntries' } },
  );
  const found = await accounts.findOne({ _id: organizationId });
  if (found?.openHolds === undefined) return;
  const holds = found.openHolds.map((hold) => toHold(organizationId, hold));
  await createLedgerStore(db).append(found.unrecordedEntries ?? []);
  await nameCredentials(db, holds);
  await createHoldStore(db).ensureOpen(holds);
  await accounts.updateOne({ _id: organizationId }, { $unset: { openHolds: '' } });
}

const migratedAtOnce = 100;

/** Some of the accounts that still have open holds of their own. */
export async function migrateAccounts(db: Db): Promise<void> {
  const filter = { 'openHolds.createdAt': { $gt: new Date(0) } };
  const found = db.collection<EarlierDocument>('accounts').find(filter, { projection: { _id: 1 } });
  for (const { _id } of await found.limit(migratedAtOnce).toArray()) await migrateAccount(db, _id);
}

function toHold(organizationId: string, earlier: EarlierHold): Hold {
  const { credentialId = '', inheritedFrom = [], ...hold } = earlier;
  const credentialIds = [...(credentialId === '' ? [] : [credentialId]), ...inheritedFrom];
  return { ...hold, holdId: hold.runId, organizationId, credentialIds };
}

/** Holds said whose spending they count to, and entries did not. */
async function nameCredentials(db: Db, holds: readonly Hold[]): Promise<void> {
  const ledger = db.collection<Pick<LedgerEntry, 'credentialIds'> & { _id: string }>(ledgerCollection);
  const operations = holds
    .filter(({ credentialIds }) => credentialIds.length > 0)
    .map(({ organizationId, runId, credentialIds }) => ({
      updateOne: {
        filter: { _id: entryId(organizationId, causeOf('hold', runId)), credentialIds: { $exists: false } },
        update: { $set: { credentialIds } },
      },
    }));
  if (operations.length > 0) await ledger.bulkWrite(operations, { ordered: false });
}
