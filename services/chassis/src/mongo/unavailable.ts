import {
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

const unavailableErrors = [
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
];
/** The driver's error when no connection of the pool became free in time. The driver does not export its class. */
const waitQueueTimeout = 'MongoWaitQueueTimeoutError';
/** Labels of errors during an election or a shutdown, and of writes that no majority acknowledged in time. */
const retryLabels = ['RetryableWriteError', 'SystemOverloadedError'];

/** Returns true when MongoDB could not be reached or did not answer, so that a retry may succeed. */
export function isMongoUnavailable(error: unknown): error is MongoError {
  if (!(error instanceof MongoError)) return false;
  return (
    error.name === waitQueueTimeout ||
    unavailableErrors.some((type) => error instanceof type) ||
    retryLabels.some((label) => error.hasErrorLabel(label))
  );
}
