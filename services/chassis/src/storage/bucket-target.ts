import type { S3Client } from '@aws-sdk/client-s3';

/** A bucket and the client to reach it by. */
export interface BucketTarget {
  readonly client: S3Client;
  readonly bucket: string;
}
