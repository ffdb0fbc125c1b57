import { unauthenticated } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { credentialOfPerson } from './credential.ts';
import { resolvePrincipal } from './resolve-principal.ts';
import type { Principal } from './resolve-principal.ts';

export interface PresentedSession {
  readonly sessionSha256: string;
  /** Empty: resolvePrincipal chooses. */
  readonly organizationId: string;
}

/**
 * The principal of a session. UNAUTHENTICATED, always with the same message, for an unknown session and one that has
 * ended; NOT_FOUND as in resolvePrincipal.
 */
export async function authenticateSession(
  deps: Pick<Deps, 'clock' | 'organizations' | 'sessions' | 'users'>,
  { sessionSha256, organizationId }: PresentedSession,
): Promise<Principal> {
  const session = await deps.sessions.findByHash(sessionSha256);
  const isOver =
    session === undefined || session.endedAt !== undefined || session.expiresAt <= deps.clock.now();
  if (isOver) throw unauthenticated();
  return await resolvePrincipal(deps, credentialOfPerson(session), organizationId);
}
