import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { GetOrganizationResponse } from '@assay/proto/organizations/v1/organizations_service';
import type { Deps } from '../deps.ts';
import { toOrganizationMessage } from './organization-message.ts';

export async function getOrganization(
  { organizations }: Pick<Deps, 'organizations'>,
  { organizationId }: CallContext,
): Promise<GetOrganizationResponse> {
  const organization = await organizations.find(organizationId);
  if (organization === undefined) throw notFound('organization');
  return { organization: toOrganizationMessage(organization) };
}
