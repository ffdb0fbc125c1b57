import type { CallContext } from '@assay/chassis/call-context';
import type {
  AuthenticateApiKeyRequest,
  AuthenticateApiKeyResponse,
} from '@assay/proto/identity/v1/authentication_service';
import type { Deps } from '../deps.ts';
import { authenticateApiKey as authenticate } from '../domain/authentication/authenticate-api-key.ts';
import { toPrincipalMessage } from './principal-message.ts';

export async function authenticateApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'memberships' | 'organizations' | 'users'>,
  _call: CallContext,
  request: AuthenticateApiKeyRequest,
): Promise<AuthenticateApiKeyResponse> {
  return { principal: toPrincipalMessage(await authenticate(deps, request)) };
}
