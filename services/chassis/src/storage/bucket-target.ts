import type { S3Client } from '@aws-sdk/client-s3';

/** A bucket and the clients to reach it by. */
export interface BucketTarget {
  readonly client: S3Client;
  /** For what takes the server long. */
  readonly longTimeoutClient: S3Client;
  readonly bucket: string;
}

/** Of requests that send much: they may take as long as they need while bytes move. */
export const noRequestTimeout = { requestTimeout: 0 };
