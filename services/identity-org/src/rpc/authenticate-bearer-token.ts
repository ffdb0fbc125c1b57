import type { CallContext } from '@assay/chassis/call-context';
import type {
  AuthenticateBearerTokenRequest,
  AuthenticateBearerTokenResponse,
} from '@assay/proto/identity/v1/authentication_service';
import type { Deps } from '../deps.ts';
import { authenticateBearerToken as authenticate } from '../domain/authentication/authenticate-bearer-token.ts';
import { toPrincipalMessage } from './principal-message.ts';

export async function authenticateBearerToken(
  deps: Deps,
  _call: CallContext,
  request: AuthenticateBearerTokenRequest,
): Promise<AuthenticateBearerTokenResponse> {
  return { principal: toPrincipalMessage(await authenticate(deps, request)) };
}
