import type { CallContext } from '@assay/chassis/call-context';
import type { CreateTopUpRequest, CreateTopUpResponse } from '@assay/proto/billing/v1/top_ups_service';
import type { Deps } from '../deps.ts';
import { createTopUp as create } from '../domain/top-up/create-top-up.ts';
import { toTransactionMessage } from './transaction-message.ts';

export async function createTopUp(
  deps: Deps,
  call: CallContext,
  request: CreateTopUpRequest,
): Promise<CreateTopUpResponse> {
  const { checkout, ...transaction } = await create(deps, call, request);
  return {
    topUpId: transaction.id,
    transaction: toTransactionMessage(transaction),
    checkoutUrl: checkout.url,
    expiresAt: checkout.expiresAt,
  };
}
