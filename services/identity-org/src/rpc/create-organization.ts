import type { CallContext } from '@assay/chassis/call-context';
import type {
  CreateOrganizationRequest,
  CreateOrganizationResponse,
} from '@assay/proto/organizations/v1/organizations_service';
import type { Deps } from '../deps.ts';
import { createOrganization as create } from '../domain/create-organization.ts';

export async function createOrganization(
  deps: Pick<Deps, 'clock' | 'memberships' | 'organizations'>,
  call: CallContext,
  request: CreateOrganizationRequest,
): Promise<CreateOrganizationResponse> {
  const { id, name, slug, modules, plan, createdAt, updatedAt } = await create(deps, call, request);
  return {
    organization: { id, name, slug, modules: [...modules], plan, createdAt, updatedAt, memberCount: 1 },
  };
}
