import type { FastifyRequest } from 'fastify';
import type { RefuseClosedOperation } from './allowed-tools.ts';
import { admit, authenticate } from './auth.ts';
import type { AuthenticationDeps } from './auth.ts';
import type { SecretCookie } from './secret-cookie.ts';

/** Checks the credential of a response that stays open. */
export interface StandingAccess {
  /**
   * Authenticates a request again and renews the actor of `request.call`. Resolves to false when its credential is no longer valid in
   * the same organization, or cannot be checked.
   */
  isStillAdmitted(request: FastifyRequest): Promise<boolean>;
  /** Calls the listener after each invalidation of credentials, until the returned function is called. */
  onInvalidation(listener: () => void): () => void;
}

export interface StandingAccessDeps extends AuthenticationDeps {
  readonly session: Pick<SecretCookie, 'read'>;
  readonly refuseClosedOperation: RefuseClosedOperation;
}

export function createStandingAccess(deps: StandingAccessDeps): StandingAccess {
  return {
    async isStillAdmitted(request) {
      const { call } = request;
      const authentication = await authenticate(deps, request, deps.session.read(request));
      if (authentication.kind !== 'principal') return false;
      if (authentication.principal.organizationId !== call.organizationId) return false;
      request.authentication = authentication;
      try {
        deps.refuseClosedOperation(request);
      } catch {
        return false;
      }
      admit(request);
      return true;
    },
    onInvalidation: (listener) => deps.principals.onInvalidation(listener),
  };
}
