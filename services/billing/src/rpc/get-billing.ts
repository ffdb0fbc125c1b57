import type { CallContext } from '@assay/chassis/call-context';
import type { GetBillingResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { openAccount } from '../domain/account/open-account.ts';
import { toAccountMessage } from './account-message.ts';
import { toAutoTopUpMessage } from './auto-top-up-message.ts';

export async function getBilling(deps: Deps, { organizationId }: CallContext): Promise<GetBillingResponse> {
  const account = await openAccount(deps, organizationId);
  const { lastTopUp, alertThresholdCents } = account;
  return {
    account: toAccountMessage(account),
    ...(lastTopUp === null
      ? {}
      : { lastTopUp: { amountCents: lastTopUp.amountCents, date: lastTopUp.paidAt } }),
    autoTopUp: toAutoTopUpMessage(account),
    alerts: { thresholdCents: [...alertThresholdCents] },
  };
}
