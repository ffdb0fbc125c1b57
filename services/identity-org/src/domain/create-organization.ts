import { userIdOf } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../deps.ts';
import { readName } from './name.ts';
import { defaultModules, readSlug, slugOf } from './organization.ts';
import type { Organization } from './organization.ts';

export interface CreateOrganizationInput {
  readonly name: string;
  /** Empty: made from the name, with a suffix when that is taken. */
  readonly slug: string;
}

/** Makes an organization with the caller as its admin. ALREADY_EXISTS when the chosen slug is taken. */
export async function createOrganization(
  deps: Pick<Deps, 'clock' | 'memberships' | 'organizations'>,
  call: CallContext,
  input: CreateOrganizationInput,
): Promise<Organization> {
  const now = deps.clock.now();
  const name = readName(input.name);
  const organization: Organization = {
    id: newId(),
    name,
    slug: input.slug === '' ? slugOf(name) : readSlug(input.slug),
    modules: defaultModules,
    plan: 'standard',
    createdById: userIdOf(call),
    createdAt: now,
    updatedAt: now,
  };
  const membership = {
    id: newId(),
    userId: organization.createdById,
    organizationId: organization.id,
    role: Role.ADMIN,
    createdAt: now,
    updatedAt: now,
  };
  // The membership comes first: on its own it means nothing, while an organization without an admin is lost.
  await deps.memberships.add(membership);
  const inserted = await insert(deps, call, { organization, isSlugChosen: input.slug !== '' });
  if (inserted === undefined) {
    await deps.memberships.remove(organization.id, membership.id);
    throw new DomainError('ALREADY_EXISTS', 'SLUG_TAKEN', 'the slug is taken');
  }
  return inserted;
}

async function insert(
  { organizations }: Pick<Deps, 'organizations'>,
  call: CallContext,
  { organization, isSlugChosen }: { organization: Organization; isSlugChosen: boolean },
): Promise<Organization | undefined> {
  if (await organizations.insert(organization, call)) return organization;
  if (isSlugChosen) return undefined;
  const suffixed = { ...organization, slug: `${organization.slug}-${organization.id.slice(-8)}` };
  return (await organizations.insert(suffixed, call)) ? suffixed : undefined;
}
