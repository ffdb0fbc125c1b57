import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { readName } from '../name.ts';
import { slugTaken } from './create-organization.ts';
import { readSlug } from './organization.ts';
import type { Organization } from './organization.ts';

/** An undefined field stays as it is. */
export interface UpdateOrganizationInput {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  /** Other fields the caller tried to set. */
  readonly readOnlyFields: readonly string[];
}

/** ALREADY_EXISTS when the slug is taken, PERMISSION_DENIED for a field nobody can set. */
export async function updateOrganization(
  { clock, organizations }: Pick<Deps, 'clock' | 'organizations'>,
  call: CallContext,
  { name, slug, readOnlyFields: [field] }: UpdateOrganizationInput,
): Promise<Organization> {
  if (field !== undefined) {
    throw new DomainError('PERMISSION_DENIED', 'FORBIDDEN', `${field} cannot be set`, { details: { field } });
  }
  const { organizationId } = call;
  const fields = {
    ...(name !== undefined && { name: readName(name) }),
    ...(slug !== undefined && { slug: readSlug(slug) }),
  };
  const isEmpty = Object.keys(fields).length === 0;
  const updated = isEmpty
    ? await organizations.find(organizationId)
    : await organizations.update(call, { organizationId, fields, at: clock.now() });
  if (updated === 'taken') throw slugTaken();
  if (updated === undefined) throw notFound('organization');
  return updated;
}
