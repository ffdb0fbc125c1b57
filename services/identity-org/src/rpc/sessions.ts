import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import type { Deps } from '../deps.ts';
import { beginLogin } from '../domain/session/begin-login.ts';
import { completeLogin } from '../domain/session/complete-login.ts';
import { endSession } from '../domain/session/end-session.ts';

export const sessionsRpcs: Rpcs<Deps, typeof SessionsServiceService> = {
  beginLogin: (deps, _call, request) => beginLogin(deps, request),
  completeLogin,
  endSession: (deps, call) => endSession(deps, call).then(() => ({})),
};
