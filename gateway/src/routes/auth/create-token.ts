import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { named } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';

export const tokenSchema = named(
  'AccessToken',
  Type.Object(
    {
      accessToken: Type.String({ description: 'To send as `Authorization: Bearer <accessToken>`.' }),
      tokenType: Type.Literal('Bearer', { description: 'Always `Bearer`.' }),
      expiresIn: Type.Integer({
        description: 'For how many seconds it works, at most 900.',
        examples: [900],
      }),
    },
    { description: 'A short-lived token.' },
  ),
);

export const createToken: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'createToken',
    tags: ['Signing in'],
    summary: 'Exchange an API key for a bearer token',
    description:
      'The token does what the key does, for at most fifteen minutes, and ends with it. Only an API key can be ' +
      'exchanged (403).',
    response: { 200: { ...tokenSchema.ref, description: 'The token.' }, ...errors() },
  };
  app.post('/v2/auth/token', { schema }, async ({ call }) => {
    const { accessToken, expiresAt } = await clients.tokens.issueAccessToken(call, {});
    const leftMs = required(expiresAt).getTime() - Date.now();
    return { accessToken, tokenType: 'Bearer' as const, expiresIn: Math.max(0, Math.floor(leftMs / 1000)) };
  });
};
