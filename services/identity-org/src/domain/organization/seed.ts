import { newId, newIdFor } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { hashApiKeySecret } from '../api-key/api-key-secret.ts';
import { defaultMembership } from '../membership/default-organization.ts';
import type { Deps } from '../../deps.ts';
import { defaultLocale } from '../user/user.ts';
import type { User } from '../user/user.ts';
import { firstAdminOf } from './create-organization.ts';
import { defaultModules, slugOf } from './organization.ts';

export interface SeedInput {
  /** The plaintext of the key. */
  readonly apiKey: string;
  readonly organizationName: string;
  readonly userEmail: string;
}

type SeedDeps = Pick<Deps, 'apiKeys' | 'clock' | 'organizations' | 'users'>;

/**
 * Makes a user who is admin of an organization and owns the given key, as far as they do not exist yet. Every step
 * finishes what an earlier run, or another one at the same time, has begun; another key is added.
 */
export async function seed(deps: SeedDeps, input: SeedInput): Promise<void> {
  const user = await deps.users.ensure(newUser(deps, input.userEmail));
  if ((await defaultMembership(deps, user.id)) === undefined) {
    await ensureOrganization(deps, user, input.organizationName);
  }
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

async function ensureOrganization(deps: SeedDeps, { id: userId }: User, name: string): Promise<void> {
  const now = deps.clock.now();
  // The id is the same each time, so that several at once make one organization between them.
  const id = newIdFor({ operation: `seeded organization of ${userId}` });
  const organization = {
    id,
    name,
    slug: slugOf(name),
    modules: defaultModules,
    plan: 'local',
    createdById: userId,
    memberCount: 1,
    createdAt: now,
    updatedAt: now,
  };
  const call = {
    actor: { kind: 'service', service: 'identity-org' },
    organizationId: id,
    requestId: 'seed',
  } as const;
  const admin = firstAdminOf(organization);
  if (await deps.organizations.insert(call, organization, admin)) return;
  // Either another process has just made the organization, or the slug belongs to another one.
  if ((await deps.organizations.find(id)) !== undefined) return;
  await deps.organizations.insert(
    call,
    { ...organization, slug: `${organization.slug}-${id.slice(-8)}` },
    admin,
  );
}

async function ensureApiKey({ apiKeys, clock }: SeedDeps, user: User, secret: string): Promise<void> {
  const now = clock.now();
  await apiKeys.ensure({
    id: newId(),
    userId: user.id,
    ancestorIds: [],
    name: 'Seeded at start',
    keySha256: hashApiKeySecret(secret),
    role: Role.ADMIN,
    expirationDate: undefined,
    isSuspended: false,
    revokedAt: undefined,
    organizationIds: [],
    spendLimit: undefined,
    allowedTools: undefined,
    createdAt: now,
    updatedAt: now,
  });
}
