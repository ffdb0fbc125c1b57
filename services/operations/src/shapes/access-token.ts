import type { JsonSchema } from '../json-schema.ts';

/** OAuth 2.0 (RFC 6749, 5.1) returns a lifetime in seconds; the contract has a time. */
export const accessToken: JsonSchema = {
  type: 'object',
  description: 'A short-lived token.',
  required: ['accessToken', 'tokenType', 'expiresIn'],
  properties: {
    accessToken: {
      type: 'string',
      description: 'The token. Send it as `Authorization: Bearer <accessToken>`.',
    },
    tokenType: { type: 'string', const: 'Bearer', description: 'Always `Bearer`.' },
    expiresIn: { type: 'integer', description: 'The lifetime in seconds, at most 900.' },
  },
  examples: [
    { accessToken: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.…', tokenType: 'Bearer', expiresIn: 900 },
  ],
};
