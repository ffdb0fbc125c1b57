import type { S3Client } from '@aws-sdk/client-s3';

/** A bucket and its clients. */
export interface BucketTarget {
  readonly client: S3Client;
  /** For requests that take the server long, such as assembling an upload. */
  readonly longTimeoutClient: S3Client;
  readonly bucket: string;
}

/** Lifts the time limit of a request that uploads content. The socket timeout still applies while no bytes move. */
export const noRequestTimeout = { requestTimeout: 0 };
