import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { optionalText } from '@assay/chassis/grpc/contract/optional-text';
import type { PageOf } from '@assay/chassis/pagination';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import type { LedgerEntry as LedgerEntryMessage } from '@assay/proto/billing/v1/account';
import type { ListLedgerRequest, ListLedgerResponse } from '@assay/proto/billing/v1/billing_service';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import type { LedgerQuery } from '../domain/ledger/list-ledger.ts';

const types = createEnumCodec(LedgerEntryType);

export function readLedgerQuery({ type, runId, jobId = '', ...page }: ListLedgerRequest): LedgerQuery {
  const filter = { type: types.read('type', type), runId: optionalText(runId), jobId: optionalText(jobId) };
  return { page, filter };
}

export function toLedgerMessage({ items, ...facts }: PageOf<LedgerEntry>): ListLedgerResponse {
  return { entries: items.map(toLedgerEntryMessage), ...facts };
}

function toLedgerEntryMessage(entry: LedgerEntry): LedgerEntryMessage {
  return {
    id: entry.cause,
    organizationId: entry.organizationId,
    type: types.toMessage(entry.type),
    amountCents: entry.amountCents,
    balanceAfterCents: entry.balanceAfterCents,
    heldAfterCents: entry.heldAfterCents,
    runId: optionalText(entry.runId),
    createdAt: entry.createdAt,
    jobId: entry.jobId,
    stageSlug: entry.stageSlug,
  };
}
