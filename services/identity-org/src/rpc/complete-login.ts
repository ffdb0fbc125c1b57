import type { CallContext } from '@assay/chassis/call-context';
import type { CompleteLoginRequest, CompleteLoginResponse } from '@assay/proto/identity/v1/sessions_service';
import type { Deps } from '../deps.ts';
import { completeLogin as complete } from '../domain/session/complete-login.ts';

export function completeLogin(
  deps: Deps,
  call: CallContext,
  request: CompleteLoginRequest,
): Promise<CompleteLoginResponse> {
  return complete(deps, call, request);
}
