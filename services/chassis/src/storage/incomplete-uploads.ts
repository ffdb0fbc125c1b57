import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import type { MultipartUpload } from '@aws-sdk/client-s3';
import type { BucketTarget } from './bucket-target.ts';

/** Aborts multipart uploads under a prefix that began before `olderThan`. Returns their number. */
export async function abortIncompleteUploads(
  target: BucketTarget,
  prefix: string,
  olderThan: Date,
): Promise<number> {
  const { client, bucket: Bucket } = target;
  let aborted = 0;
  for await (const { Key, UploadId, Initiated } of listUploads(target, prefix)) {
    if (Initiated === undefined || Initiated >= olderThan) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    aborted += 1;
  }
  return aborted;
}

async function* listUploads(
  { client, bucket }: BucketTarget,
  prefix: string,
): AsyncGenerator<MultipartUpload> {
  let KeyMarker: string | undefined;
  let UploadIdMarker: string | undefined;
  for (;;) {
    const page = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, KeyMarker, UploadIdMarker }),
    );
    yield* page.Uploads ?? [];
    if (page.IsTruncated !== true) return;
    KeyMarker = page.NextKeyMarker;
    UploadIdMarker = page.NextUploadIdMarker;
  }
}
