import { unauthenticated } from '@assay/chassis/internal-token';
import { ownCall } from '../../own-call.ts';
import { required } from '../../rest/required.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { sendSignInFailure } from './sign-in-failure.ts';
import { callbackPath } from './start-login.ts';

/** Where the issuer sends browsers back to. */
export const completeLogin: RegisterRoute = (app, { clients, config, cookies }) => {
  const options = { schema: { hide: true }, config: { anonymous: true }, errorHandler: sendSignInFailure };
  app.get(callbackPath, options, async (request, reply) => {
    const loginSecret = cookies.login.read(request);
    if (loginSecret === undefined) throw unauthenticated();
    cookies.login.clear(reply);
    // Nothing of the request but its query counts, so that a host name a client made up leads nowhere.
    const callbackUrl = `${config.publicUrl ?? ''}${callbackPath}${queryOf(request.url)}`;
    const session = await clients.sessions.completeLogin(ownCall(request.call), { loginSecret, callbackUrl });
    cookies.session.set(reply, session.sessionSecret, required(session.expiresAt));
    return reply.redirect(session.returnTo);
  });
};

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
