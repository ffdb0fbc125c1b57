import type { Collection } from 'mongodb';
import type { Hold } from '../../domain/hold/hold.ts';
import type { LedgerEntry } from '../../domain/ledger/ledger-entry.ts';
import type { HoldStore } from '../hold-store.ts';
import type { LedgerStore } from '../ledger-store.ts';

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

export interface EarlierDocument extends EarlierFields {
  readonly _id: string;
  readonly unrecordedEntries?: LedgerEntry[];
}

interface Migration {
  readonly accounts: Collection<EarlierDocument>;
  readonly ledger: LedgerStore;
  readonly holds: HoldStore;
}

export function isEarlier({ version, openHolds }: EarlierFields): boolean {
  return version !== undefined || openHolds !== undefined;
}

/**
 * Moves an account's open holds into documents of their own. The first write takes the names away by which versions of
 * before post and drain: they cannot match the account any more, so its holds stand still from then on, however many
 * processes move them and wherever one dies. They leave the account last.
 */
export async function migrateAccount(migration: Migration, organizationId: string): Promise<void> {
  const { accounts, ledger } = migration;
  await accounts.updateOne(
    { _id: organizationId, version: { $exists: true } },
    { $rename: { version: 'revision', pendingEntries: 'unrecordedEntries' } },
  );
  const found = await accounts.findOne({ _id: organizationId });
  if (found?.openHolds === undefined) return;
  const holds = found.openHolds.map((hold) => toHold(organizationId, hold));
  await ledger.append(found.unrecordedEntries ?? []);
  await ledger.addCredentials(holds);
  await migration.holds.ensureOpen(holds);
  await accounts.updateOne({ _id: organizationId }, { $unset: { openHolds: '' } });
}

const migratedAtOnce = 100;

/** Some of the accounts that still have open holds of their own. */
export async function migrateAccounts(migration: Migration): Promise<void> {
  const filter = { 'openHolds.createdAt': { $gt: new Date(0) } };
  const found = migration.accounts.find(filter, { projection: { _id: 1 } });
  for (const { _id } of await found.limit(migratedAtOnce).toArray()) await migrateAccount(migration, _id);
}

function toHold(organizationId: string, earlier: EarlierHold): Hold {
  const { credentialId = '', inheritedFrom = [], ...hold } = earlier;
  const credentialIds = [...(credentialId === '' ? [] : [credentialId]), ...inheritedFrom];
  return { ...hold, holdId: hold.runId, organizationId, credentialIds };
}
