import type { CallContext } from '@assay/chassis/call-context';
import type { GetBalanceResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { openAccount } from '../domain/account/open-account.ts';
import { toAccountMessage } from './account-message.ts';

/** Opens the account when the event that would have opened it has not arrived yet. */
export async function getBalance(deps: Deps, { organizationId }: CallContext): Promise<GetBalanceResponse> {
  return { account: toAccountMessage(await openAccount(deps, organizationId)) };
}
