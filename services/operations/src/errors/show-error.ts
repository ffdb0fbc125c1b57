import { DomainError } from '@assay/chassis/errors';
import { toRestCode } from './error-codes.ts';
import { RestError } from './rest-error.ts';

const retryAfterSeconds = 1;

/** Converts an error to the one that the client receives. An unexpected error becomes INTERNAL_ERROR without details. */
export function toRestError(error: unknown): RestError {
  if (error instanceof RestError) return error;
  if (!(error instanceof DomainError)) return internalError();
  const code = toRestCode(error);
  if (code === 'INTERNAL_ERROR') return internalError();
  if (code === 'SERVICE_UNAVAILABLE') {
    const message = 'The service is temporarily unavailable. Try again after the seconds in `Retry-After`.';
    return new RestError(code, message, { retryAfterSeconds });
  }
  const { details } = error;
  const retryAfter = details?.['retryAfterSeconds'];
  return new RestError(code, error.message, {
    details,
    ...(typeof retryAfter === 'number' && { retryAfterSeconds: retryAfter }),
  });
}

export function internalError(): RestError {
  return new RestError(
    'INTERNAL_ERROR',
    'Internal server error. Report the request id if the error persists.',
  );
}

/** Builds the body that all errors have. */
export function errorBody(error: RestError, requestId: string) {
  const { details } = error.options;
  return { error: { code: error.code, message: error.message, ...(details && { details }), requestId } };
}
