import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId, newIdFor } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { permissionsOf } from '../api-key/lineage.ts';
import { callingKey } from '../api-key/permissions.ts';
import type { Membership } from '../membership/membership.ts';
import { userActorOf } from '../user-actor.ts';
import { defaultModules, slugOf } from './organization.ts';
import type { Organization } from './organization.ts';

export interface CreateOrganizationInput {
  readonly name: string;
  /** Empty: made from the name, with a suffix when that is taken. */
  readonly slug: string;
}

type CreateOrganizationDeps = Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials' | 'organizations'>;

/**
 * Makes an organization with the caller as its admin. ALREADY_EXISTS when the chosen slug is taken, PERMISSION_DENIED
 * for a key that is limited to organizations and could not reach the new one.
 */
export async function createOrganization(
  deps: CreateOrganizationDeps,
  call: CallContext,
  input: CreateOrganizationInput,
): Promise<Organization> {
  const actor = userActorOf(call);
  const { userId } = actor;
  const lineage = await callingKey(deps, actor);
  if (lineage !== undefined && permissionsOf(lineage).organizationIds !== undefined) throw limited();
  const name = input.name.trim();
  const slug = input.slug === '' ? slugOf(name) : input.slug;
  const organization = newOrganization(
    { id: newIdFor(call), name, slug, createdById: userId },
    deps.clock.now(),
  );
  const inserted = await insert(deps, call, { organization, isSlugChosen: input.slug !== '' });
  if (inserted === undefined) throw slugTaken();
  // Processes may have cached that the caller belongs to no organization.
  await deps.invalidateCredentials({ userIds: [userId] });
  return inserted;
}

function newOrganization(
  fields: Pick<Organization, 'id' | 'name' | 'slug' | 'createdById'>,
  now: Date,
): Organization {
  return {
    ...fields,
    modules: defaultModules,
    plan: 'standard',
    memberCount: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Inserts the organization, or finds the one that an earlier attempt with the same idempotency key made before it died.
 */
async function insert(
  { organizations }: CreateOrganizationDeps,
  call: CallContext,
  { organization, isSlugChosen }: { organization: Organization; isSlugChosen: boolean },
): Promise<Organization | undefined> {
  const admin = firstAdminOf(organization);
  if (await organizations.insert(call, organization, admin)) return organization;
  const made = await organizations.findOfMember(organization.createdById, organization.id);
  if (made !== undefined) return made.organization;
  if (isSlugChosen) return undefined;
  const suffixed = { ...organization, slug: `${organization.slug}-${organization.id.slice(-8)}` };
  return (await organizations.insert(call, suffixed, admin)) ? suffixed : undefined;
}

/** The membership of the user who made the organization. */
export function firstAdminOf({ id, createdById, createdAt }: Organization): Membership {
  return {
    id: newId(),
    userId: createdById,
    organizationId: id,
    role: Role.ADMIN,
    createdAt,
    updatedAt: createdAt,
  };
}

export function slugTaken(): DomainError {
  return new DomainError(
    'ALREADY_EXISTS',
    'SLUG_TAKEN',
    'Another organization has this slug. Choose another one.',
  );
}

function limited(): DomainError {
  return new DomainError(
    'PERMISSION_DENIED',
    'FORBIDDEN',
    'An API key that is limited to organizations cannot create one. Use another credential.',
  );
}
