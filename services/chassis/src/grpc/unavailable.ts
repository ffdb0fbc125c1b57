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

/** The reason of what `asUnavailable` makes. */
export const dependencyUnavailable = 'DEPENDENCY_UNAVAILABLE';

/**
 * What an error means to whoever called: UNAVAILABLE when a server behind this process could not be reached or did not answer, so
 * that trying again helps; any other error as it is.
 */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  for (
    let cause = error, depth = 0;
    cause instanceof Error && depth < maxCauseDepth;
    cause = cause.cause, depth += 1
  ) {
    if (!isUnavailable(cause)) continue;
    return new DomainError('UNAVAILABLE', dependencyUnavailable, 'temporarily unavailable', {
      cause: error,
    });
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

/** What the S3 client throws carries what came of the request: nothing, or a status of the server's own failure. */
function isStorageUnavailable(error: Error): boolean {
  if (!('$metadata' in error)) return false;
  const { $metadata, name } = error as StorageError;
  return name === 'TimeoutError' || ($metadata.httpStatusCode ?? 0) >= 500;
}
