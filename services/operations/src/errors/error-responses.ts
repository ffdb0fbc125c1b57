import type { JsonSchema } from '../json-schema.ts';
import { restCodes } from './error-catalog.ts';
import type { RestCode } from './error-catalog.ts';
import { codesByReason } from './error-codes.ts';
import type { Reason } from './error-codes.ts';

export const exampleRequestId = '6a0f3d5e-3c1d-4f4b-9a55-0c8a2f1f7e21';

/** The body of every error. */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'The error of a failed request.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: {
          type: 'string',
          enum: restCodes,
          description:
            'The stable error code. Use it to decide how to react. {listErrorCodes} explains all codes.',
        },
        message: {
          type: 'string',
          description: 'The error message for people. Its wording may change.',
          examples: ['The project was not found. Check its id.'],
        },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'Facts about the error, such as the invalid `field`.',
          examples: [{ field: 'name' }],
        },
        requestId: {
          type: 'string',
          description:
            'The id of the request, as in the `X-Request-Id` header. Name it when you report a problem.',
          examples: [exampleRequestId],
        },
      },
    },
  },
};

/** The codes of every operation. */
const always: readonly RestCode[] = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];
/** The additional codes of operations that need a credential. */
const withCredential: readonly RestCode[] = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'];
/** The additional codes of operations with a body. */
const withBody: readonly RestCode[] = ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

export interface ErrorSource {
  /** The reasons that the declaration lists. */
  readonly own: readonly Reason[];
  readonly isAnonymous: boolean;
  readonly hasBody: boolean;
  /** The module that its rpcs need. Empty if none. */
  readonly module: string;
  readonly isIdempotent: boolean;
}

/** Returns all codes of an operation, in the order of the catalog. */
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
    ...own.map((reason) => codesByReason[reason]),
  ]);
  return restCodes.filter((code) => codes.has(code));
}
