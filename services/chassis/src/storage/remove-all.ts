import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { createSemaphore } from '../process/semaphore.ts';
import type { BucketTarget } from './bucket-target.ts';

/**
 * Maximum number of requests at the same time, one per object. Not every S3 supports the request that removes many
 * objects with the checksum it needs.
 */
const concurrency = 16;

/** Removes all objects under a prefix and returns their number. The next call removes objects whose removal failed. */
export async function removeAll({ client, bucket: Bucket }: BucketTarget, Prefix: string): Promise<number> {
  if (Prefix === '') throw new Error('the prefix is empty, which would remove every object');
  const requests = createSemaphore(concurrency);
  let removed = 0;
  for (;;) {
    // The listed objects are removed, so the first page contains the next ones.
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    const keys = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
    if (keys.length === 0) return removed;
    const remove = async (Key: string): Promise<void> => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      removed += 1;
    };
    await Promise.all(keys.map((Key) => requests.run(() => remove(Key))));
  }
}
