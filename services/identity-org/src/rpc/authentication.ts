import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import type { Deps } from '../deps.ts';
import { authenticateApiKey } from '../domain/authentication/authenticate-api-key.ts';
import { authenticateBearerToken } from '../domain/authentication/authenticate-bearer-token.ts';
import { authenticateSession } from '../domain/authentication/authenticate-session.ts';
import { toInvalidationMessage } from './invalidation-message.ts';
import { toPrincipalMessage } from './principal-message.ts';

export const authenticationRpcs: Rpcs<Deps, typeof AuthenticationServiceService> = {
  authenticateApiKey: async (deps, _call, request) => ({
    principal: toPrincipalMessage(await authenticateApiKey(deps, request)),
  }),
  authenticateBearerToken: async (deps, _call, request) => ({
    principal: toPrincipalMessage(await authenticateBearerToken(deps, request)),
  }),
  authenticateSession: async (deps, _call, request) => ({
    principal: toPrincipalMessage(await authenticateSession(deps, request)),
  }),
  listInvalidations: async ({ invalidations }, _call, { since = new Date(0) }) => ({
    invalidations: (await invalidations.listSince(since)).map(toInvalidationMessage),
  }),
};
