import { invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from './account.ts';
import { openAccount } from './open-account.ts';
import type { OpenAccountDeps } from './open-account.ts';

const maxOrganizations = 200;

/** The accounts of several organizations, in their order; opens those whose opening event has not arrived yet. */
export async function listBalances(
  deps: OpenAccountDeps & Pick<Deps, 'accounts'>,
  organizationIds: readonly string[],
): Promise<readonly Account[]> {
  if (organizationIds.length > maxOrganizations || organizationIds.includes('')) {
    throw invalidField('organizationIds', `organizationIds must name at most ${maxOrganizations.toString()}`);
  }
  const found = await deps.accounts.findMany(organizationIds);
  const known = new Map(found.map((account) => [account.organizationId, account]));
  return Promise.all(organizationIds.map(async (id) => known.get(id) ?? (await openAccount(deps, id))));
}
