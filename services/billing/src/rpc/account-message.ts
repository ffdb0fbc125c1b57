import type { Account as AccountMessage } from '@assay/proto/billing/v1/account';
import type { Account } from '../domain/account/account.ts';

export function toAccountMessage(account: Account): AccountMessage {
  const { organizationId, availableCents, heldCents, spentCents, fundedCents } = account;
  return { organizationId, availableCents, heldCents, spentCents, fundedCents };
}
