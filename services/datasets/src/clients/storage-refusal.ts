import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Returns true if the storage refuses the credentials or what they may do (status 403). A retry helps only after an operator changed
 * something, except after an error of the clock.
 */
export function isStorageRefusal(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || error.name === 'RequestTimeTooSkewed') return false;
  return error.$metadata.httpStatusCode === 403;
}
