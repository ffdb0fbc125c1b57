import { consumes } from '@assay/chassis/events/consumer';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import type { Deps } from '../deps.ts';
import { openAccount } from '../domain/posting/open-account.ts';

export const onOrganizationCreated = consumes<Deps, OrganizationCreated>({
  message: OrganizationCreated,
  requires: ['organizationId'],
  async handle(deps, { value }) {
    await openAccount(deps, value.organizationId);
  },
});
