import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { json, redirect } from '../answer.ts';
import { referTo } from '../json-schema.ts';
import { compositeOperation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { required } from '../required.ts';

const { issueAccessToken } = TokensServiceService;

/** A path of this host and nothing a browser could read as another one. */
const localPath = '^/([!-.0-\\[\\]-~][!-\\[\\]-~]*)?$';

export const signingIn: Resource = {
  tag: { name: 'Signing in', description: 'Sessions of browsers, and short-lived tokens.' },
  operations: {
    startLogin: adapterOperation('GET /v2/auth/start', [SessionsServiceService.beginLogin], {
      summary: 'Sign in with a browser',
      description:
        'Leads to the OpenID Connect issuer and from there back, with a session in a cookie. For people: open it in a ' +
        'browser. 409 where no issuer is configured.',
      access: 'anonymous',
      errors: ['INVALID_STATE'],
      query: {
        type: 'object',
        properties: {
          returnTo: {
            type: 'string',
            default: '/v2',
            maxLength: 2_000,
            pattern: localPath,
            description: 'Where on this host to go afterwards.',
            examples: ['/v2/users/me'],
          },
        },
      },
      answer: redirect('On to the issuer, or back at once for somebody who is signed in.'),
    }),
    logOut: adapterOperation('GET /v2/auth/logout', [SessionsServiceService.endSession], {
      summary: 'Sign out of this browser',
      description:
        'Ends the session of the cookie everywhere within a second, and takes the cookie away. Other credentials stay as ' +
        'they are. 403 when another site led here.',
      access: 'anonymous',
      errors: ['FORBIDDEN'],
      answer: json(
        {
          type: 'object',
          required: ['message'],
          properties: { message: { type: 'string', description: 'For people.' } },
          examples: [{ message: 'signed out' }],
        },
        'Nobody is signed in in this browser any more.',
      ),
    }),
    createToken: compositeOperation('POST /v2/auth/token', [issueAccessToken], {
      summary: 'Exchange an API key for a bearer token',
      description:
        'The token does what the key does, for at most fifteen minutes, and ends with it. Only an API key can be ' +
        'exchanged (403).',
      answer: json(referTo('AccessToken'), 'The token.'),
      async perform({ callRpc }, call, request) {
        const { accessToken: token, expiresAt } = await callRpc(issueAccessToken, call, request);
        const leftMs = required(expiresAt).getTime() - Date.now();
        return { accessToken: token, tokenType: 'Bearer', expiresIn: Math.max(0, Math.floor(leftMs / 1000)) };
      },
    }),
  },
};
