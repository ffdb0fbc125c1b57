import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import type { Deps } from '../deps.ts';
import { openAccount } from '../domain/account/open-account.ts';

export const onOrganizationCreated = consumes<Deps, OrganizationCreated>({
  message: OrganizationCreated,
  async handle(deps, { value }) {
    if (value.organizationId === '') throw new PoisonError('it names no organization');
    await openAccount(deps, value.organizationId);
  },
});
