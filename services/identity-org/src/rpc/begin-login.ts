import type { CallContext } from '@assay/chassis/call-context';
import type { BeginLoginRequest, BeginLoginResponse } from '@assay/proto/identity/v1/sessions_service';
import type { Deps } from '../deps.ts';
import { beginLogin as begin } from '../domain/session/begin-login.ts';

export function beginLogin(
  deps: Pick<Deps, 'clock' | 'issuer' | 'loginAttempts'>,
  _call: CallContext,
  request: BeginLoginRequest,
): Promise<BeginLoginResponse> {
  return begin(deps, request);
}
