import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { BucketTarget } from './bucket-target.ts';

export interface ListingOptions {
  /** What the keys begin with; everything unless given. */
  readonly prefix?: string | undefined;
  /** Only keys behind this one. */
  readonly after?: string | undefined;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
}

/** At most a thousand objects a page. */
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
