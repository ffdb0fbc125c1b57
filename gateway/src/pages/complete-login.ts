import { unauthenticated } from '@assay/chassis/errors';
import { required } from '@assay/operations/required';
import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import type { RegisterRoute } from '../rest-app.ts';
import { sendSignInFailure } from './sign-in-failure.ts';

/** The path to which the issuer redirects browsers after signing in. */
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
    // Only the query of the request is used, because a client can put any host name into the request.
    const callbackUrl = `${config.publicUrl ?? ''}${callbackPath}${readQuery(request.url)}`;
    const session = await callers.callAsService(SessionsServiceService.completeLogin, request.call, {
      loginSecret,
      callbackUrl,
    });
    cookies.session.set(reply, session.sessionSecret, required(session.expiresAt));
    return reply.redirect(session.returnTo);
  });
};

function readQuery(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
