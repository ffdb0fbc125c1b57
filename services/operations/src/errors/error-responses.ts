import type { JsonSchema } from '../json-schema.ts';
import { restCodes } from './error-catalog.ts';
import type { RestCode } from './error-catalog.ts';

export const exampleRequestId = '6a0f3d5e-3c1d-4f4b-9a55-0c8a2f1f7e21';

/** The body of every error. */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'What went wrong.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: {
          type: 'string',
          enum: restCodes,
          description: 'Stable; decide by it. `GET /v2/error-codes` says what each means.',
        },
        message: { type: 'string', description: 'For people; may change.', examples: ['project not found'] },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'Facts to act on, such as the offending `field`.',
          examples: [{ field: 'name' }],
        },
        requestId: {
          type: 'string',
          description: 'The same as in the `X-Request-Id` header; quote it when you ask for help.',
          examples: [exampleRequestId],
        },
      },
    },
  },
};

/** What can be answered to any request, whoever sends it. */
const always: readonly RestCode[] = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];
/** What else can be answered where a credential is asked for. */
const withCredential: readonly RestCode[] = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'];
/** A body can come too slowly, be too large or of the wrong type, whatever it is for. */
const withBody: readonly RestCode[] = ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

export interface ErrorSource {
  readonly own: readonly RestCode[];
  readonly isAnonymous: boolean;
  readonly hasBody: boolean;
  /** The module its rpcs need; empty: none. */
  readonly module: string;
  readonly isIdempotent: boolean;
}

/** Every code an operation can answer, in the catalog's order. */
export function deriveErrorCodes({
  own,
  isAnonymous,
  hasBody,
  module,
  isIdempotent,
}: ErrorSource): RestCode[] {
  const codes = new Set<RestCode>([
    ...always,
    ...(isAnonymous ? [] : withCredential),
    ...(hasBody ? withBody : []),
    ...(module === '' ? [] : ['MODULE_NOT_ENABLED' as const]),
    ...(isIdempotent ? ['IDEMPOTENCY_CONFLICT' as const] : []),
    ...own,
  ]);
  return restCodes.filter((code) => codes.has(code));
}
