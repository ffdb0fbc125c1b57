import type { WithId } from 'mongodb';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import { emptyAccount } from '../domain/account/account.ts';
import type { Account } from '../domain/account/account.ts';
import type { OpenHold } from '../domain/hold/hold.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { accountEvent } from '../events/account-events.ts';

/** Fields that came later are missing in documents from before. */
type Stored = Omit<Account, 'organizationId' | 'pendingEntries' | 'pendingEvents'>;
type StoredHold = Omit<OpenHold, 'credentialId'> & Partial<Pick<OpenHold, 'credentialId'>>;
export interface AccountDocument extends Partial<Stored>, OutboxDocument {
  /** The organization. */
  readonly _id: string;
  readonly pendingEntries: LedgerEntry[];
}

export function toDocument({
  organizationId,
  pendingEntries,
  pendingEvents,
  ...rest
}: Account): AccountDocument {
  return {
    _id: organizationId,
    ...rest,
    pendingEntries: [...pendingEntries],
    outbox: pendingEvents.map((event) => accountEvent(organizationId, event)),
  };
}

export function toAccount({ _id, ...fields }: WithId<AccountDocument>): Account {
  const account = { ...emptyAccount(_id), ...fields };
  return { ...account, openHolds: account.openHolds.map(withCredential) };
}

function withCredential(hold: StoredHold): OpenHold {
  return { ...hold, credentialId: hold.credentialId ?? '' };
}

const replaced = [
  'openHolds',
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
    version: after.version,
    entryCount: after.entryCount,
    ...Object.fromEntries(changed.map((field) => [field, after[field]])),
  };
}
