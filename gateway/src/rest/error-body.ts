import { Type } from 'typebox';
import { restCodes } from './rest-error.ts';
import type { RestCode } from './rest-error.ts';
import { named, openObject } from './schema.ts';

/** The body of every error. */
export const errorSchema = named(
  'Error',
  Type.Object(
    {
      error: Type.Object({
        code: Type.Unsafe<RestCode>({
          type: 'string',
          enum: Object.keys(restCodes),
          description: 'Stable; decide by it.',
        }),
        message: Type.String({ description: 'For people; may change.', examples: ['project not found'] }),
        details: Type.Optional(
          openObject('Facts to act on, such as the offending `field`.', [{ field: 'name' }]),
        ),
        requestId: Type.String({
          description: 'The same as in the `X-Request-Id` header; quote it when you ask for help.',
          examples: ['6a0f3d5e-3c1d-4f4b-9a55-0c8a2f1f7e21'],
        }),
      }),
    },
    { description: 'What went wrong.' },
  ),
);

const meanings: Readonly<Record<number, string>> = {
  400: 'The request is malformed (`BAD_REQUEST`) or a field has a wrong value (`VALIDATION_ERROR`, `details.field`).',
  401: 'The API key is missing or does not work (`UNAUTHORIZED`).',
  402: "The organization's balance is too low (`PAYMENT_REQUIRED`).",
  403: 'The key may not do this (`FORBIDDEN`), or the organization lacks the module (`MODULE_NOT_ENABLED`).',
  404: 'It does not exist, or belongs to another organization (`NOT_FOUND`).',
  409: 'Its state does not allow this (`INVALID_STATE`), or it exists already (`CONFLICT`).',
  413: 'The file or body is too large (`PAYLOAD_TOO_LARGE`, `details.maxBytes`).',
  415: 'The content is of a type that is not accepted (`UNSUPPORTED_MEDIA_TYPE`, `details.allowedMimeTypes`).',
  422: 'It cannot be processed as it is (`UNPROCESSABLE_ENTITY`); `details` says what is missing.',
  429: 'The rate limit is exceeded (`TOO_MANY_REQUESTS`); wait the seconds in `Retry-After`.',
  500: 'An error of ours (`INTERNAL_ERROR`); quote the request id.',
  503: 'Temporarily unavailable (`SERVICE_UNAVAILABLE`); try again after `Retry-After`.',
};

const always = [400, 401, 403, 429, 500, 503] as const;

type ErrorResponses<Status extends number> = Record<
  Status | (typeof always)[number],
  typeof errorSchema.ref & { description: string }
>;

/** The error responses of an operation: those every operation has, and its own. */
export function errors<const Status extends number = never>(...own: Status[]): ErrorResponses<Status> {
  const statuses = [...always, ...own].sort((a, b) => a - b);
  const responses = statuses.map((status) => {
    const description = meanings[status] ?? '';
    return [status, { ...errorSchema.ref, description }] as const;
  });
  // Built status by status from the list it is typed by.
  return Object.fromEntries(responses) as ErrorResponses<Status>;
}
