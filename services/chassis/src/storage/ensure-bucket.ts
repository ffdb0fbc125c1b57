import { CreateBucketCommand, HeadBucketCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { BucketTarget } from './bucket-target.ts';

/** Creates the bucket if it is missing. It is safe in many processes at once. */
export async function ensureBucket({ client, bucket }: BucketTarget): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    if (!hasName(error, ['NotFound', 'NoSuchBucket'])) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((createError: unknown) => {
      if (!hasName(createError, ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'])) throw createError;
    });
  }
}

function hasName(error: unknown, names: readonly string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}
