import type { CallContext } from '@assay/chassis/call-context';
import type { ListOrganizationsResponse } from '@assay/proto/organizations/v1/organizations_service';
import type { Deps } from '../deps.ts';
import { listOrganizations as list } from '../domain/organization/list-organizations.ts';
import { toOrganizationMessage } from './organization-message.ts';

export async function listOrganizations(
  deps: Pick<Deps, 'apiKeys' | 'organizations'>,
  call: CallContext,
): Promise<ListOrganizationsResponse> {
  return { organizations: (await list(deps, call)).map(toOrganizationMessage) };
}
