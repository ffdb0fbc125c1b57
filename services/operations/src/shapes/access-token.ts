import type { JsonSchema } from '../json-schema.ts';

/** OAuth 2.0 (RFC 6749, 5.1) says seconds where the contract says a time. */
export const accessToken: JsonSchema = {
  type: 'object',
  description: 'A short-lived token.',
  required: ['accessToken', 'tokenType', 'expiresIn'],
  properties: {
    accessToken: { type: 'string', description: 'To send as `Authorization: Bearer <accessToken>`.' },
    tokenType: { type: 'string', const: 'Bearer', description: 'Always `Bearer`.' },
    expiresIn: { type: 'integer', description: 'For how many seconds it works, at most 900.' },
  },
  examples: [
    { accessToken: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.…', tokenType: 'Bearer', expiresIn: 900 },
  ],
};
