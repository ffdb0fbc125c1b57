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
/** That no connection came free in time; the driver does not export its class. */
const waitQueueTimeout = 'MongoWaitQueueTimeoutError';
/** That an election or a shutdown is under way, or that a majority did not acknowledge in time. */
const retryLabels = ['RetryableWriteError', 'SystemOverloadedError'];

/** Whether an error says that MongoDB could not be reached or did not answer, so that trying again helps. */
export function isMongoUnavailable(error: unknown): error is MongoError {
  if (!(error instanceof MongoError)) return false;
  return (
    error.name === waitQueueTimeout ||
    unavailableErrors.some((type) => error instanceof type) ||
    retryLabels.some((label) => error.hasErrorLabel(label))
  );
}
