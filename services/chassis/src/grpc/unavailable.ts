import {
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';
import { NatsUnavailableError } from '../events/connection.ts';
import { DomainError } from '../errors.ts';

const mongoAway = [
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
];
/** That no connection came free in time; the driver does not export its class. */
const waitedTooLong = 'MongoWaitQueueTimeoutError';
/** That an election or a shutdown is under way, or that a majority did not acknowledge in time. */
const mongoRetryLabels = ['RetryableWriteError', 'SystemOverloadedError'];
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
const deepest = 5;

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
    cause instanceof Error && depth < deepest;
    cause = cause.cause, depth += 1
  ) {
    if (!isAway(cause)) continue;
    return new DomainError('UNAVAILABLE', dependencyUnavailable, 'temporarily unavailable', {
      cause: error,
    });
  }
  return error;
}

function isAway(error: Error): boolean {
  if (error instanceof NatsUnavailableError || isMongoAway(error)) return true;
  return isStorageAway(error) || ('code' in error && socketCodes.has(String(error.code)));
}

function isMongoAway(error: Error): boolean {
  if (!(error instanceof MongoError)) return false;
  return (
    error.name === waitedTooLong ||
    mongoAway.some((type) => error instanceof type) ||
    mongoRetryLabels.some((label) => error.hasErrorLabel(label))
  );
}

interface StorageError extends Error {
  readonly $metadata: { readonly httpStatusCode?: number };
}

/** What the S3 client throws carries what came of the request: nothing, or a status of the server's own failure. */
function isStorageAway(error: Error): boolean {
  if (!('$metadata' in error)) return false;
  const { $metadata, name } = error as StorageError;
  return name === 'TimeoutError' || ($metadata.httpStatusCode ?? 0) >= 500;
}
