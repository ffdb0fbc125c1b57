import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import type { Deps } from '../deps.ts';
import { createOrganization } from '../domain/organization/create-organization.ts';
import { getOrganization, listOrganizations } from '../domain/organization/get-organization.ts';
import { updateOrganization } from '../domain/organization/update-organization.ts';
import { fromUpdateOrganizationRequest, toOrganizationMessage } from './organization-message.ts';

export const organizationsRpcs: Rpcs<Deps, typeof OrganizationsServiceService> = {
  createOrganization: async (deps, call, request) => ({
    organization: toOrganizationMessage(await createOrganization(deps, call, request)),
  }),
  listOrganizations: async (deps, call) => ({
    organizations: (await listOrganizations(deps, call)).map(toOrganizationMessage),
  }),
  getOrganization: async (deps, call) => ({
    organization: toOrganizationMessage(await getOrganization(deps, call)),
  }),
  updateOrganization: async (deps, call, request) => ({
    organization: toOrganizationMessage(
      await updateOrganization(deps, call, fromUpdateOrganizationRequest(request)),
    ),
  }),
};
