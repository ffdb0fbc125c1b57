/** The credentials a request may carry, one of them. @param sessionCookie the name of the cookie of a browser */
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
        'A short-lived token of `POST /v2/auth/token`, or an access token of the configured issuer.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description: 'The session of a browser that signed in with OpenID Connect at `GET /v2/auth/start`.',
    },
  } as const;
}
