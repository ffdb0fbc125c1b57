import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';

/** FAILED_PRECONDITION with reason MEMBER_LIMIT when the organization has as many members as it may have. */
export async function refuseFull(
  { maxMembers, organizations }: Pick<Deps, 'maxMembers' | 'organizations'>,
  organizationId: string,
): Promise<void> {
  const organization = await organizations.find(organizationId);
  if (organization !== undefined && organization.memberCount >= maxMembers) {
    throw memberLimitReached(maxMembers);
  }
}

export function memberLimitReached(limit: number): DomainError {
  const message = 'the organization has as many members as it may have';
  return new DomainError('FAILED_PRECONDITION', 'MEMBER_LIMIT', message, { details: { limit } });
}
