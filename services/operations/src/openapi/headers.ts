import type { JsonSchema } from '../json-schema.ts';

/** What an Idempotency-Key looks like. */
export const idempotencyKeyPattern = '^[!-~]{1,255}$';

/** Headers that many operations take. */
export const commonParameters = {
  OrganizationId: {
    name: 'X-Organization-Id',
    in: 'header',
    required: false,
    description:
      'The organization to work in, one that the credential reaches; without it, the default one of its user. 404 for ' +
      'any other.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Names this request, so that repeating it has no further effect: for 24 hours the same key and body are answered ' +
      'as the first time, with `Idempotent-Replayed: true`. Another body under the key is refused with 409.',
    schema: { type: 'string', pattern: idempotencyKeyPattern, minLength: 1, maxLength: 255 },
  },
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });

/** Headers that many answers carry. */
export const commonHeaders = {
  'X-Request-Id': { description: 'Names this request in every log.', schema: { type: 'string' } },
  'X-RateLimit-Limit': integerHeader('Requests allowed in a window, by the limit that is nearest.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the window of that limit.'),
  'X-RateLimit-Reset': integerHeader('When the window ends, in Unix seconds.'),
  'Retry-After': integerHeader('Seconds to wait before asking again.'),
  'Idempotent-Replayed': {
    description: '`true` when an earlier request with the same `Idempotency-Key` did the work.',
    schema: { type: 'string', enum: ['true'] },
  },
};

type HeaderName = keyof typeof commonHeaders;

const always: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** The headers of an answer with this status. */
export function referToHeaders(status: number, isIdempotent: boolean): Record<string, JsonSchema> {
  const names: readonly HeaderName[] = [
    ...always,
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(isIdempotent && status < 300 ? (['Idempotent-Replayed'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** A reference to a component. */
export function reference(kind: 'headers' | 'parameters' | 'responses', name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}
