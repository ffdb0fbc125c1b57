import { unauthenticated } from '@assay/chassis/errors';
import { required } from '@assay/operations/required';
import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import type { RegisterRoute } from '../rest-app.ts';
import { sendSignInFailure } from './sign-in-failure.ts';

/** The address the issuer sends browsers back to. */
export const callbackPath = '/v2/auth/callback';

export const completeLogin: RegisterRoute = (app, { callers, config, cookies }) => {
  const options = {
    config: { anonymous: true, countedAs: 'sign-in' },
    errorHandler: sendSignInFailure,
  } as const;
  app.get(callbackPath, options, async (request, reply) => {
    const loginSecret = cookies.login.read(request);
    if (loginSecret === undefined) throw unauthenticated();
    cookies.login.clear(reply);
    // Nothing of the request but its query counts, so that a host name a client made up leads nowhere.
    const callbackUrl = `${config.publicUrl ?? ''}${callbackPath}${queryOf(request.url)}`;
    const given = { loginSecret, callbackUrl };
    const session = await callers.callAsService(SessionsServiceService.completeLogin, request.call, given);
    cookies.session.set(reply, session.sessionSecret, required(session.expiresAt));
    return reply.redirect(session.returnTo);
  });
};

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
