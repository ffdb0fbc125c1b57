import { NatsUnavailableError } from '../events/connection.ts';
import { DomainError } from '../errors.ts';
import { isMongoUnavailable } from '../mongo/unavailable.ts';

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
const maxCauseDepth = 5;

/** The reason of the errors that `asUnavailable` returns. */
export const dependencyUnavailable = 'DEPENDENCY_UNAVAILABLE';

/**
 * Converts errors of an unreachable or silent dependency (MongoDB, NATS, S3) to UNAVAILABLE, so that the client retries. Returns any
 * other error unchanged.
 */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  for (
    let cause = error, depth = 0;
    cause instanceof Error && depth < maxCauseDepth;
    cause = cause.cause, depth += 1
  ) {
    if (!isUnavailable(cause)) continue;
    return new DomainError(
      'UNAVAILABLE',
      dependencyUnavailable,
      'The service is temporarily unavailable. Try again later.',
      {
        cause: error,
      },
    );
  }
  return error;
}

function isUnavailable(error: Error): boolean {
  if (error instanceof NatsUnavailableError || isMongoUnavailable(error)) return true;
  return isStorageUnavailable(error) || ('code' in error && socketCodes.has(String(error.code)));
}

interface StorageError extends Error {
  readonly $metadata: { readonly httpStatusCode?: number };
}

/** Returns true for errors of the S3 client by a timeout or with a status from 500 on. */
function isStorageUnavailable(error: Error): boolean {
  if (!('$metadata' in error)) return false;
  const { $metadata, name } = error as StorageError;
  return name === 'TimeoutError' || ($metadata.httpStatusCode ?? 0) >= 500;
}
