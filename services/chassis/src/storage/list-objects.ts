import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { BucketTarget } from './bucket-target.ts';

export interface ListingOptions {
  /** Lists only keys with this prefix. Default: all keys. */
  readonly prefix?: string | undefined;
  /** Lists only keys after this one. */
  readonly after?: string | undefined;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
}

/** Lists objects in the order of their keys, at most 1,000 per page. */
export async function* listObjects(
  { client, bucket: Bucket }: BucketTarget,
  { prefix: Prefix, after: StartAfter }: ListingOptions = {},
): AsyncGenerator<readonly ListedObject[]> {
  let ContinuationToken: string | undefined;
  for (;;) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix, StartAfter, ContinuationToken }),
    );
    yield (page.Contents ?? []).map(({ Key = '', Size = 0, ETag = '' }) => ({
      key: Key,
      sizeBytes: Size,
      etag: ETag.replaceAll('"', ''),
    }));
    if (page.IsTruncated !== true) return;
    ContinuationToken = page.NextContinuationToken;
  }
}
