import type { CallContext } from '@assay/chassis/call-context';
import type {
  UpdateOrganizationRequest,
  UpdateOrganizationResponse,
} from '@assay/proto/organizations/v1/organizations_service';
import type { Deps } from '../deps.ts';
import { updateOrganization as update } from '../domain/organization/update-organization.ts';
import type { UpdateOrganizationInput } from '../domain/organization/update-organization.ts';
import { toOrganizationMessage } from './organization-message.ts';

export async function updateOrganization(
  deps: Pick<Deps, 'clock' | 'organizations'>,
  call: CallContext,
  request: UpdateOrganizationRequest,
): Promise<UpdateOrganizationResponse> {
  return { organization: toOrganizationMessage(await update(deps, call, changesOf(request))) };
}

function changesOf({ name, slug, updateMask = [] }: UpdateOrganizationRequest): UpdateOrganizationInput {
  return {
    name: updateMask.includes('name') ? name : undefined,
    slug: updateMask.includes('slug') ? slug : undefined,
    readOnlyFields: updateMask.filter((path) => path !== 'name' && path !== 'slug'),
  };
}
