/**
 * Returns the credentials of a request, of which it carries one. @param sessionCookie the name of the session cookie of
 * browsers
 */
export function securitySchemes(sessionCookie: string) {
  return {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'An API key, for servers and scripts.',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'A short-lived token from {createToken}, an access token of the configured issuer, or an API key.',
    },
    guest: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of a guest of a crowd job. It is valid only for the work on that job.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description: 'The session of a browser that signed in with OpenID Connect at {startLogin}.',
    },
  } as const;
}
