import { DomainError } from '@assay/chassis/errors';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { Organization as OrganizationMessage } from '@assay/proto/organizations/v1/organization';
import type { UpdateOrganizationRequest } from '@assay/proto/organizations/v1/organizations_service';
import type { Organization } from '../domain/organization/organization.ts';
import type { UpdateOrganizationInput } from '../domain/organization/update-organization.ts';

export function toOrganizationMessage(organization: Organization): OrganizationMessage {
  const { id, name, slug, modules, plan, memberCount, createdAt, updatedAt } = organization;
  return { id, name, slug, modules: [...modules], plan, memberCount, createdAt, updatedAt };
}

/** PERMISSION_DENIED for a field that callers cannot set. */
export function fromUpdateOrganizationRequest(request: UpdateOrganizationRequest): UpdateOrganizationInput {
  return readChanges<UpdateOrganizationRequest, UpdateOrganizationInput>(
    request,
    { name: ({ name }) => ({ name }), slug: ({ slug }) => ({ slug }) },
    (field) =>
      new DomainError('PERMISSION_DENIED', 'FORBIDDEN', `${field} cannot be set`, { details: { field } }),
  );
}
