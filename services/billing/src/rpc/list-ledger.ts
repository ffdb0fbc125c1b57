import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { optionalText } from '@assay/chassis/grpc/optional-text';
import { readPage } from '@assay/chassis/pagination';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import type { LedgerEntry as LedgerEntryMessage } from '@assay/proto/billing/v1/account';
import type { ListLedgerRequest, ListLedgerResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import type { EntryType, LedgerEntry } from '../domain/ledger/ledger-entry.ts';

export async function listLedger(
  { drainer, ledger }: Pick<Deps, 'drainer' | 'ledger'>,
  { organizationId }: CallContext,
  request: ListLedgerRequest,
): Promise<ListLedgerResponse> {
  const page = readPage(request);
  const filter = { type: readType(request.type), runId: request.runId === '' ? undefined : request.runId };
  // A posting that was answered is in the list, even when its entry has not left the account yet.
  await drainer.drain(organizationId);
  const { items, total } = await ledger.list(organizationId, filter, page);
  return { entries: items.map(toLedgerEntryMessage), total };
}

const messageTypes = {
  hold: LedgerEntryType.HOLD,
  release: LedgerEntryType.RELEASE,
  charge: LedgerEntryType.CHARGE,
  refund: LedgerEntryType.REFUND,
  top_up: LedgerEntryType.TOP_UP,
} as const satisfies Record<EntryType, LedgerEntryType>;
const entryTypes = Object.keys(messageTypes) as EntryType[];

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
