import type { CallContext } from '@assay/chassis/call-context';
import type {
  AuthenticateApiKeyRequest,
  AuthenticateApiKeyResponse,
} from '@assay/proto/identity/v1/authentication_service';
import type { Deps } from '../deps.ts';
import { resolvePrincipal } from '../domain/resolve-principal.ts';

export async function authenticateApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'memberships' | 'organizations'>,
  _call: CallContext,
  request: AuthenticateApiKeyRequest,
): Promise<AuthenticateApiKeyResponse> {
  const principal = await resolvePrincipal(deps, request);
  return { principal: { ...principal, modules: [...principal.modules] } };
}
