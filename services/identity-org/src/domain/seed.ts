import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../deps.ts';
import { hashApiKeySecret } from './api-key-secret.ts';
import type { Membership } from './membership.ts';
import { defaultModules, slugOf } from './organization.ts';
import { defaultLocale } from './user.ts';
import type { User } from './user.ts';

export interface SeedInput {
  /** The plaintext of the key that shall work. */
  readonly apiKey: string;
  readonly organizationName: string;
  readonly userEmail: string;
}

type SeedDeps = Pick<Deps, 'apiKeys' | 'clock' | 'memberships' | 'organizations' | 'users'>;

/**
 * Makes a user who is admin of an organization and owns the given key, as far as they do not exist yet. Every step
 * finishes what an earlier start, or another process starting at the same time, has begun; another key is added.
 */
export async function seed(deps: SeedDeps, input: SeedInput): Promise<void> {
  const user = await deps.users.ensure(newUser(deps, input.userEmail));
  const membership = await deps.memberships.ensureDefault(newMembership(deps, user));
  await ensureOrganization(deps, membership, input.organizationName);
  await ensureApiKey(deps, user, input.apiKey);
}

function newUser({ clock }: SeedDeps, userEmail: string): User {
  const now = clock.now();
  const email = userEmail.toLowerCase();
  return {
    id: newId(),
    email,
    name: 'Administrator',
    locale: defaultLocale,
    defaultOrganizationId: undefined,
    createdAt: now,
    updatedAt: now,
  };
}

function newMembership({ clock }: SeedDeps, user: User): Membership {
  const now = clock.now();
  return {
    id: newId(),
    userId: user.id,
    organizationId: newId(),
    role: Role.ADMIN,
    isDefault: true,
    createdAt: now,
    updatedAt: now,
  };
}

async function ensureOrganization(
  { clock, organizations }: SeedDeps,
  { organizationId, userId }: Membership,
  name: string,
): Promise<void> {
  if ((await organizations.find(organizationId)) !== undefined) return;
  const now = clock.now();
  const organization = {
    id: organizationId,
    name,
    slug: slugOf(name),
    modules: defaultModules,
    plan: 'local',
    createdById: userId,
    createdAt: now,
    updatedAt: now,
  };
  if (await organizations.insert(organization)) return;
  // Either another process has just made it, or the slug belongs to another organization.
  if ((await organizations.find(organizationId)) !== undefined) return;
  await organizations.insert({ ...organization, slug: `${organization.slug}-${organizationId.slice(-8)}` });
}

async function ensureApiKey({ apiKeys, clock }: SeedDeps, user: User, secret: string): Promise<void> {
  const now = clock.now();
  await apiKeys.ensure({
    id: newId(),
    userId: user.id,
    name: 'Seeded at start',
    keySha256: hashApiKeySecret(secret),
    role: Role.ADMIN,
    expirationDate: undefined,
    isSuspended: false,
    revokedAt: undefined,
    organizationIds: [],
    spendLimit: undefined,
    allowedTools: [],
    createdAt: now,
    updatedAt: now,
  });
}
