import type { Organization as OrganizationMessage } from '@assay/proto/organizations/v1/organization';
import type { Organization } from '../domain/organization/organization.ts';

export function toOrganizationMessage(organization: Organization): OrganizationMessage {
  const { id, name, slug, modules, plan, memberCount, createdAt, updatedAt } = organization;
  return { id, name, slug, modules: [...modules], plan, memberCount, createdAt, updatedAt };
}
