import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { ListBalancesRequest, ListBalancesResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { openAccount } from '../domain/account/open-account.ts';
import { toAccountMessage } from './account-message.ts';

const maxOrganizations = 200;

/** Opens the accounts whose opening event has not arrived yet. */
export async function listBalances(
  deps: Deps,
  _call: CallContext,
  { organizationIds }: ListBalancesRequest,
): Promise<ListBalancesResponse> {
  if (organizationIds.length > maxOrganizations || organizationIds.includes('')) {
    throw invalidField('organizationIds', `organizationIds must name at most ${maxOrganizations.toString()}`);
  }
  const found = await deps.accounts.findMany(organizationIds);
  const known = new Map(found.map((account) => [account.organizationId, account]));
  const accounts = await Promise.all(
    organizationIds.map(async (id) => known.get(id) ?? (await openAccount(deps, id))),
  );
  return { accounts: accounts.map(toAccountMessage) };
}
