import type { CallContext } from '@assay/chassis/call-context';
import type { EndSessionRequest, EndSessionResponse } from '@assay/proto/identity/v1/sessions_service';
import type { Deps } from '../deps.ts';
import { endSession as end } from '../domain/session/end-session.ts';

export async function endSession(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'sessions'>,
  call: CallContext,
  _request: EndSessionRequest,
): Promise<EndSessionResponse> {
  await end(deps, call);
  return {};
}
