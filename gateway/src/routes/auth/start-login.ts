import { Type } from 'typebox';
import { DomainError } from '@assay/chassis/errors';
import { required } from '../../rest/required.ts';
import { openErrors } from '../../rest/error-body.ts';
import { ownCall } from '../../own-call.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { sendSignInFailure } from './sign-in-failure.ts';

/** A path of this host and nothing a browser could read as another one. */
const localPath = '^/([!-.0-\\[\\]-~][!-\\[\\]-~]*)?$';

const querystring = Type.Object({
  returnTo: Type.String({
    default: '/v2',
    maxLength: 2_000,
    pattern: localPath,
    description: 'Where on this host to go afterwards.',
    examples: ['/v2/users/me'],
  }),
});

const redirect = Type.Null({
  description: 'On to the issuer, or back at once for somebody who is signed in.',
  headers: { Location: { type: 'string', description: 'Where to go on.' } },
});

/** The address the issuer sends browsers back to. */
export const callbackPath = '/v2/auth/callback';

export const startLogin: RegisterRoute = (app, { clients, config, cookies }) => {
  const schema = {
    operationId: 'startLogin',
    tags: ['Signing in'],
    summary: 'Sign in with a browser',
    description:
      'Leads to the OpenID Connect issuer and from there back, with a session in a cookie. For people: open it in a ' +
      'browser. 409 where no issuer is configured.',
    querystring,
    response: { 302: redirect, ...openErrors('INVALID_STATE') },
  };
  const options = { schema, config: { anonymous: true }, errorHandler: sendSignInFailure };
  app.get('/v2/auth/start', options, async ({ call, query: { returnTo }, authentication }, reply) => {
    if (authentication.kind === 'principal' && authentication.by === 'session')
      return reply.redirect(returnTo);
    const { publicUrl } = config;
    if (publicUrl === undefined) throw notReachable();
    const request = { redirectUri: `${publicUrl}${callbackPath}`, returnTo };
    const login = await clients.sessions.beginLogin(ownCall(call), request);
    cookies.login.set(reply, login.loginSecret, required(login.expiresAt));
    return reply.redirect(login.authorizationUrl);
  });
};

function notReachable(): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'LOGIN_NOT_CONFIGURED', 'signing in is not configured');
}
