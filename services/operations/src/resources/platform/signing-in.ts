import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { json, redirect } from '../../answer.ts';
import { referTo } from '../../json-schema.ts';
import { compositeOperation, adapterOperation } from '../../operation.ts';
import type { Resource } from '../../operation.ts';
import { required } from '../../required.ts';

const { issueAccessToken } = TokensServiceService;

/** The pattern of a path on this host that no browser can read as another address. */
const localPath = '^/([!-.0-\\[\\]-~][!-\\[\\]-~]*)?$';

export const signingIn: Resource = {
  tag: { name: 'Signing in', description: 'Browser sessions and short-lived tokens.' },
  operations: {
    startLogin: adapterOperation('GET /v2/auth/start', [SessionsServiceService.beginLogin], {
      summary: 'Sign in with a browser',
      description:
        'Redirects to the OpenID Connect issuer and back, with a session in a cookie. It is for people: open it in a browser. ' +
        'Without a configured issuer, the request is refused with {LOGIN_NOT_CONFIGURED}.',
      access: 'anonymous',
      errors: ['LOGIN_NOT_CONFIGURED'],
      query: {
        type: 'object',
        properties: {
          returnTo: {
            type: 'string',
            default: '/v2',
            maxLength: 2_000,
            pattern: localPath,
            description: 'The path on this host to open after the login.',
            examples: ['/v2/users/me'],
          },
        },
      },
      answer: redirect(
        'A redirect to the issuer, or directly to `returnTo` if the user is already signed in.',
      ),
    }),
    logOut: adapterOperation('GET /v2/auth/logout', [SessionsServiceService.endSession], {
      summary: 'Sign out of this browser',
      description:
        'Ends the session of the cookie everywhere within a second, and removes the cookie. Other credentials keep working. A ' +
        'request from a page of another site is refused with {FORBIDDEN}.',
      access: 'anonymous',
      errors: ['FORBIDDEN'],
      answer: json(
        {
          type: 'object',
          required: ['message'],
          properties: { message: { type: 'string', description: 'A message for people.' } },
          examples: [{ message: 'signed out' }],
        },
        'The browser is signed out.',
      ),
    }),
    createToken: compositeOperation('POST /v2/auth/token', [issueAccessToken], {
      summary: 'Exchange an API key for a bearer token',
      description:
        'Issues a token with the rights of the key, for at most 15 minutes. It stops working with the key. A key whose `allowedTools` ' +
        'is not null is refused with {FORBIDDEN}.',
      answer: json(referTo('AccessToken'), 'The token.'),
      async perform({ callRpc }, call, request) {
        const { accessToken: token, expiresAt } = await callRpc(issueAccessToken, call, request);
        const leftMs = required(expiresAt).getTime() - Date.now();
        return { accessToken: token, tokenType: 'Bearer', expiresIn: Math.max(0, Math.floor(leftMs / 1000)) };
      },
    }),
  },
};
