import type { JsonSchema } from '../json-schema.ts';

/** The pattern of a valid Idempotency-Key. */
export const idempotencyKeyPattern = '^[!-~]{1,255}$';

/** Header parameters of many operations. */
export const commonParameters = {
  OrganizationId: {
    name: 'X-Organization-Id',
    in: 'header',
    required: false,
    description:
      'Selects the organization. Without it, the default organization of the user is used. An organization that the credential ' +
      'cannot access is answered with 404.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request repeatable: for 24 hours, the same key with the same body has no further effect and gets the first ' +
      'answer, with `Idempotent-Replayed: true`. The same key with another body is refused with {IDEMPOTENCY_CONFLICT}.',
    schema: { type: 'string', pattern: idempotencyKeyPattern, minLength: 1, maxLength: 255 },
  },
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });

/** Headers of many responses. */
export const commonHeaders = {
  'X-Request-Id': {
    description: 'The id of the request, which identifies it in all logs.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': integerHeader(
    'The number of requests allowed per window, by the limit that is closest to being reached.',
  ),
  'X-RateLimit-Remaining': integerHeader('The number of requests left in the current window of that limit.'),
  'X-RateLimit-Reset': integerHeader('The end of the current window, in Unix seconds.'),
  'Retry-After': integerHeader('The seconds to wait before the next request.'),
  'Idempotent-Replayed': {
    description: '`true` if an earlier request with the same `Idempotency-Key` did the work.',
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

/** Returns references to the headers of a response with this status. */
export function referToHeaders(status: number, isIdempotent: boolean): Record<string, JsonSchema> {
  const names: readonly HeaderName[] = [
    ...always,
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(isIdempotent && status < 300 ? (['Idempotent-Replayed'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** Returns a reference to a component. */
export function reference(kind: 'headers' | 'parameters' | 'responses', name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}
