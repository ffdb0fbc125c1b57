import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { openAccount } from './open-account.ts';
import type { OpenAccountDeps } from './open-account.ts';

/** The accounts of several organizations, in their order; opens those whose opening event has not arrived yet. */
export async function listBalances(
  deps: OpenAccountDeps & Pick<Deps, 'accounts'>,
  organizationIds: readonly string[],
): Promise<readonly Account[]> {
  const found = await deps.accounts.findMany(organizationIds);
  const known = new Map(found.map((account) => [account.organizationId, account]));
  return Promise.all(organizationIds.map(async (id) => known.get(id) ?? (await openAccount(deps, id))));
}
