import { Type } from 'typebox';
import { openErrors } from '../../rest/error-body.ts';
import { catalogEntry, restCodes } from '../../rest/error-catalog.ts';
import { listOf } from '../../rest/lists.ts';
import { named } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';

export const errorCodeSchema = named(
  'ErrorCode',
  Type.Object(
    {
      code: Type.String({ description: 'As in `error.code`.', examples: ['NOT_FOUND'] }),
      status: Type.Integer({ description: 'The HTTP status it comes with.', examples: [404] }),
      meaning: Type.String({ description: 'When it is answered.' }),
      action: Type.String({ description: 'What a client does about it.' }),
      retryable: Type.Boolean({ description: 'Whether repeating the same request can help.' }),
      details: Type.Array(
        Type.Object({
          name: Type.String({ description: 'As in `error.details`.', examples: ['field'] }),
          meaning: Type.String({ description: 'What it says.' }),
        }),
        { description: 'What `error.details` may hold.' },
      ),
    },
    { description: 'One code of an error.' },
  ),
);

export const listErrorCodes: RegisterRoute = (app) => {
  const schema = {
    operationId: 'listErrorCodes',
    tags: ['Platform'],
    summary: 'List the error codes',
    description: 'Every `error.code` there is, and what to do about it. Needs no credential.',
    response: { 200: listOf(errorCodeSchema.ref, 'The codes.'), ...openErrors() },
  };
  const data = restCodes.map((code) => {
    const { status, meaning, action, isRetryable, details } = catalogEntry(code);
    const facts = Object.entries(details).map(([name, fact]) => ({ name, meaning: fact }));
    return { code, status, meaning, action, retryable: isRetryable, details: facts };
  });
  const answer = { data, total: data.length };
  app.get('/v2/error-codes', { schema, config: { anonymous: true } }, () => Promise.resolve(answer));
};
