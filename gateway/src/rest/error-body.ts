import { Type } from 'typebox';
import { catalogEntry, restCodes } from './error-catalog.ts';
import type { errorCatalog, RestCode } from './error-catalog.ts';
import { named, openObject } from './schema.ts';

const exampleRequestId = '6a0f3d5e-3c1d-4f4b-9a55-0c8a2f1f7e21';

/** The body of every error. */
export const errorSchema = named(
  'Error',
  Type.Object(
    {
      error: Type.Object({
        code: Type.Unsafe<RestCode>({
          type: 'string',
          enum: restCodes,
          description: 'Stable; decide by it. `GET /v2/error-codes` says what each means.',
        }),
        message: Type.String({ description: 'For people; may change.', examples: ['project not found'] }),
        details: Type.Optional(
          openObject('Facts to act on, such as the offending `field`.', [{ field: 'name' }]),
        ),
        requestId: Type.String({
          description: 'The same as in the `X-Request-Id` header; quote it when you ask for help.',
          examples: [exampleRequestId],
        }),
      }),
    },
    { description: 'What went wrong.' },
  ),
);

/** Whatever asks for a credential can be answered with these, whatever it is. */
const always = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const satisfies RestCode[];

const withoutCredential = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'] as const;
const alwaysOpen = always.filter((code) => !withoutCredential.some((other) => other === code));

type StatusOf<Code extends RestCode> = (typeof errorCatalog)[Code]['status'];
type ErrorResponses<Code extends RestCode> = Record<
  StatusOf<Code>,
  typeof errorSchema.ref & { description: string }
>;
type Open = Exclude<(typeof always)[number], (typeof withoutCredential)[number]>;

/** The error responses of an operation: those every operation has, and its own. */
export function errors<const Code extends RestCode = never>(
  ...own: Code[]
): ErrorResponses<Code | (typeof always)[number]> {
  return errorResponses([...always, ...own]);
}

/** The same for an operation that asks for no credential. */
export function openErrors<const Code extends RestCode = never>(...own: Code[]): ErrorResponses<Code | Open> {
  return errorResponses([...alwaysOpen, ...own]);
}

/** Adds codes to the responses of an operation, whatever it lists already. */
export function withErrors(responses: object, codes: readonly RestCode[]): object {
  const listed = Object.values(responses as Record<string, Partial<ErrorResponse>>).flatMap((response) =>
    Object.keys(response.content?.['application/json']?.examples ?? {}),
  );
  const kept = restCodes.filter((code) => listed.includes(code));
  return { ...responses, ...errorResponses([...kept, ...codes]) };
}

interface ErrorResponse {
  readonly description: string;
  readonly content: { readonly 'application/json': { readonly schema: object; readonly examples: object } };
}

function errorResponses<Code extends RestCode>(codes: readonly Code[]): ErrorResponses<Code> {
  const statuses = [...new Set(codes.map((code) => catalogEntry(code).status))].sort((a, b) => a - b);
  const responses = statuses.map((status) => {
    const ofStatus = restCodes.filter((code) => {
      return catalogEntry(code).status === status && codes.some((listed) => listed === code);
    });
    return [status, errorResponse(ofStatus)] as const;
  });
  // Built status by status from the list it is typed by; what is sent is typed by the schema in its content.
  return Object.fromEntries(responses) as unknown as ErrorResponses<Code>;
}

function errorResponse(codes: readonly RestCode[]): ErrorResponse {
  const descriptions = codes.map((code) => `\`${code}\`: ${catalogEntry(code).meaning}`);
  const examples = codes.map((code) => [code, { value: exampleOf(code) }] as const);
  return {
    description: descriptions.join(' '),
    content: {
      'application/json': { schema: errorSchema.ref, examples: Object.fromEntries(examples) },
    },
  };
}

function exampleOf(code: RestCode) {
  return { error: { code, ...catalogEntry(code).example, requestId: exampleRequestId } };
}
