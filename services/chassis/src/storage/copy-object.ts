import { CopyObjectCommand } from '@aws-sdk/client-s3';
import type { BucketTarget } from './bucket-target.ts';

/** Copies an object of at most 5 GiB with its content type, within the storage. Returns the entity tag of the copy in quotes. */
export async function copyObject(
  { longTimeoutClient: client, bucket: Bucket }: BucketTarget,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string> {
  const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
  const { CopyObjectResult } = await client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }));
  return CopyObjectResult?.ETag ?? '';
}
