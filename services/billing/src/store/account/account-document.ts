import type { WithId } from 'mongodb';
import { newOutbox } from '@assay/chassis/mongo/outbox';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import { emptyAccount } from '../../domain/account/account.ts';
import type { Account } from '../../domain/account/account.ts';
import type { LedgerEntry } from '../../domain/ledger/ledger-entry.ts';
import { accountEvent } from '../../events/account-events.ts';

/** Fields that came later are missing in documents from before. */
type Stored = Omit<Account, 'organizationId' | 'version' | 'pendingEntries' | 'pendingEvents'>;
export interface AccountDocument extends Partial<Stored>, OutboxDocument {
  /** The organization. */
  readonly _id: string;
  /** The account's version, and below the entries that wait; both had other names while an account kept its holds. */
  readonly revision: number;
  readonly unrecordedEntries: LedgerEntry[];
  /** Of versions before, which noted here when they ask again. */
  readonly autoTopUpDue?: unknown;
}

export function toDocument({
  organizationId,
  version,
  pendingEntries,
  pendingEvents,
  ...rest
}: Account): AccountDocument {
  return {
    _id: organizationId,
    revision: version,
    ...rest,
    unrecordedEntries: [...pendingEntries],
    ...newOutbox(...pendingEvents.map((event) => accountEvent(organizationId, event))),
  };
}

export function toAccount(document: WithId<AccountDocument>): Account {
  const { _id, revision, unrecordedEntries, autoTopUpDue: _due, ...fields } = document;
  return { ...emptyAccount(_id), ...fields, version: revision, pendingEntries: unrecordedEntries };
}

const replaced = [
  'spending',
  'autoTopUp',
  'pendingAutoTopUp',
  'paymentSource',
  'lastTopUp',
  'alertThresholdCents',
] as const satisfies readonly (keyof Account)[];

/** What to set: counters, and of the rest what is not what it was. */
export function changesOf(before: Account, after: Account): Readonly<Record<string, unknown>> {
  const changed = replaced.filter((field) => after[field] !== before[field]);
  return {
    revision: after.version,
    entryCount: after.entryCount,
    ...Object.fromEntries(changed.map((field) => [field, after[field]])),
  };
}
