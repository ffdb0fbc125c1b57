import { newId } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { plainName } from './plain-name.ts';
import { defaultLocale } from './user.ts';
import type { ExternalIdentity, User } from './user.ts';

const maxNameLength = 100;

/**
 * The user an identity belongs to: the one it was bound to before, else the user with the verified address, else a new
 * user. The first claim of an identity binds it for good, and every step finishes what an interrupted call began.
 */
export async function userOfIdentity(
  deps: Pick<Deps, 'clock' | 'identities' | 'users'>,
  identity: ExternalIdentity,
): Promise<User> {
  const userId =
    (await deps.identities.findUserId(identity)) ??
    (await deps.identities.claim(identity, {
      userId: await candidate(deps, identity),
      at: deps.clock.now(),
    }));
  const user =
    (await deps.users.find(userId)) ?? (await deps.users.ensureById(newUser(deps, userId, identity)));
  if (user.email !== '' || identity.email === undefined) return user;
  await deps.users.addEmail(userId, identity.email, deps.clock.now());
  return (await deps.users.find(userId)) ?? user;
}

async function candidate({ users }: Pick<Deps, 'users'>, { email }: ExternalIdentity): Promise<string> {
  const known = email === undefined ? undefined : await users.findByEmail(email);
  return known?.id ?? newId();
}

function newUser({ clock }: Pick<Deps, 'clock'>, id: string, identity: ExternalIdentity): User {
  const now = clock.now();
  const { email, subject } = identity;
  const name = plainName(identity.name ?? '');
  return {
    id,
    email: email ?? '',
    name: Array.from(name === '' ? (email ?? subject) : name)
      .slice(0, maxNameLength)
      .join(''),
    locale: defaultLocale,
    defaultOrganizationId: undefined,
    createdAt: now,
    updatedAt: now,
  };
}
