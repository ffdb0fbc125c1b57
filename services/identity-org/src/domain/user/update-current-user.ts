import type { CallContext } from '@assay/chassis/call-context';
import { readUserId } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import type { User } from './user.ts';

/** An undefined field stays as it is. */
export interface UpdateCurrentUserInput {
  readonly name?: string | undefined;
  readonly locale?: string | undefined;
}

/** Changes the caller's own name or locale. INVALID_ARGUMENT names the bad field. */
export async function updateCurrentUser(
  deps: Pick<Deps, 'clock' | 'users'>,
  call: CallContext,
  { name, locale }: UpdateCurrentUserInput,
): Promise<User> {
  const { userId } = userActorOf(call);
  const change = {
    ...(name !== undefined && { name: name.trim() }),
    ...(locale !== undefined && { locale: readLocale(locale) }),
  };
  if (Object.keys(change).length === 0) return await getCurrentUser(deps, call);
  const user = await deps.users.update(call, userId, { ...change, at: deps.clock.now() });
  if (user === undefined) throw notFound('user');
  return user;
}

/** The user who calls. */
export async function getCurrentUser({ users }: Pick<Deps, 'users'>, call: CallContext): Promise<User> {
  const user = await users.find(readUserId(call));
  if (user === undefined) throw notFound('user');
  return user;
}

/** A BCP 47 language tag in its canonical form. */
function readLocale(given: string): string {
  try {
    return new Intl.Locale(given).toString();
  } catch {
    throw invalidField('locale', 'locale must be a BCP 47 language tag');
  }
}
