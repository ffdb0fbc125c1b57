import { invalidField } from '@assay/chassis/errors';
import { optionalText } from '@assay/chassis/grpc/optional-text';
import type { PageOf } from '@assay/chassis/pagination';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import type { LedgerEntry as LedgerEntryMessage } from '@assay/proto/billing/v1/account';
import type { ListLedgerRequest, ListLedgerResponse } from '@assay/proto/billing/v1/billing_service';
import type { EntryType, LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import type { LedgerQuery } from '../domain/ledger/list-ledger.ts';

const messageTypes = {
  hold: LedgerEntryType.HOLD,
  release: LedgerEntryType.RELEASE,
  charge: LedgerEntryType.CHARGE,
  refund: LedgerEntryType.REFUND,
  top_up: LedgerEntryType.TOP_UP,
} as const satisfies Record<EntryType, LedgerEntryType>;
const entryTypes = Object.keys(messageTypes) as EntryType[];

export function readLedgerQuery({ type, runId, ...page }: ListLedgerRequest): LedgerQuery {
  return { page, filter: { type: readType(type), runId: optionalText(runId) } };
}

export function toLedgerMessage({ items, ...facts }: PageOf<LedgerEntry>): ListLedgerResponse {
  return { entries: items.map(toLedgerEntryMessage), ...facts };
}

function readType(type: LedgerEntryType): EntryType | undefined {
  if (type === LedgerEntryType.UNSPECIFIED) return undefined;
  const known = entryTypes.find((candidate) => messageTypes[candidate] === type);
  if (known === undefined) throw invalidField('type', 'type is not one there is');
  return known;
}

function toLedgerEntryMessage(entry: LedgerEntry): LedgerEntryMessage {
  return {
    id: entry.cause,
    organizationId: entry.organizationId,
    type: messageTypes[entry.type],
    amountCents: entry.amountCents,
    balanceAfterCents: entry.balanceAfterCents,
    heldAfterCents: entry.heldAfterCents,
    runId: optionalText(entry.runId),
    createdAt: entry.createdAt,
  };
}
