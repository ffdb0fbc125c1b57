import type { CallContext } from '@assay/chassis/call-context';
import type {
  CreateOrganizationRequest,
  CreateOrganizationResponse,
} from '@assay/proto/organizations/v1/organizations_service';
import type { Deps } from '../deps.ts';
import { createOrganization as create } from '../domain/organization/create-organization.ts';
import { toOrganizationMessage } from './organization-message.ts';

export async function createOrganization(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials' | 'organizations'>,
  call: CallContext,
  request: CreateOrganizationRequest,
): Promise<CreateOrganizationResponse> {
  return { organization: toOrganizationMessage(await create(deps, call, request)) };
}
