import { DomainError } from '@assay/chassis/errors';
import { required } from '@assay/operations/required';
import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import { callbackPath } from '../pages/complete-login.ts';
import { sendSignInFailure } from '../pages/sign-in-failure.ts';
import type { Endpoint } from '../rest-app.ts';
import { buildRoute } from '../routes/build-route.ts';

export const startLogin: Endpoint = (app, operation, { callers, config: { publicUrl }, cookies }) => {
  const { url, ...route } = buildRoute(operation);
  const config = { ...route.config, countedAs: 'sign-in' } as const;
  const options = { ...route, config, errorHandler: sendSignInFailure };
  app.get(url, options, async ({ call, query, authentication }, reply) => {
    // The schema of the route validated the query.
    const { returnTo } = query as { readonly returnTo: string };
    if (authentication.kind === 'principal' && authentication.by === 'session')
      return reply.redirect(returnTo);
    if (publicUrl === undefined) throw notConfigured();
    const request = { redirectUri: `${publicUrl}${callbackPath}`, returnTo };
    const login = await callers.callAsService(SessionsServiceService.beginLogin, call, request);
    cookies.login.set(reply, login.loginSecret, required(login.expiresAt));
    return reply.redirect(login.authorizationUrl);
  });
};

function notConfigured(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'LOGIN_NOT_CONFIGURED',
    'Sign-in is not configured. The operator must set PUBLIC_URL.',
  );
}
