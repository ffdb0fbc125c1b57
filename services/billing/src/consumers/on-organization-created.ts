import type { ReceivedEvent } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import type { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import type { Deps } from '../deps.ts';
import { openAccount } from '../domain/account/open-account.ts';

export async function onOrganizationCreated(
  deps: Deps,
  { value }: ReceivedEvent<OrganizationCreated>,
): Promise<void> {
  if (value.organizationId === '') throw new PoisonError('it names no organization');
  await openAccount(deps, value.organizationId);
}
