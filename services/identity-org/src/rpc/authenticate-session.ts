import type { CallContext } from '@assay/chassis/call-context';
import type {
  AuthenticateSessionRequest,
  AuthenticateSessionResponse,
} from '@assay/proto/identity/v1/authentication_service';
import type { Deps } from '../deps.ts';
import { authenticateSession as authenticate } from '../domain/authentication/authenticate-session.ts';
import { toPrincipalMessage } from './principal-message.ts';

export async function authenticateSession(
  deps: Pick<Deps, 'clock' | 'memberships' | 'organizations' | 'sessions' | 'users'>,
  _call: CallContext,
  request: AuthenticateSessionRequest,
): Promise<AuthenticateSessionResponse> {
  return { principal: toPrincipalMessage(await authenticate(deps, request)) };
}
