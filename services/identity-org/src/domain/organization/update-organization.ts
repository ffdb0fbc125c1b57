import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { slugTaken } from './create-organization.ts';
import { getOrganization } from './get-organization.ts';
import type { Organization } from './organization.ts';

/** An undefined field stays as it is. */
export interface UpdateOrganizationInput {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
}

/** Changes name or slug. ALREADY_EXISTS when the slug is taken. */
export async function updateOrganization(
  deps: Pick<Deps, 'clock' | 'organizations'>,
  call: CallContext,
  { name, slug }: UpdateOrganizationInput,
): Promise<Organization> {
  const { organizationId } = call;
  const fields = {
    ...(name !== undefined && { name: name.trim() }),
    ...(slug !== undefined && { slug }),
  };
  if (Object.keys(fields).length === 0) return await getOrganization(deps, call);
  const updated = await deps.organizations.update(call, { organizationId, fields, at: deps.clock.now() });
  if (updated === 'taken') throw slugTaken();
  if (updated === undefined) throw notFound('organization');
  return updated;
}
