import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { createSemaphore } from '../semaphore.ts';
import type { BucketTarget } from './bucket-target.ts';

/** Requests at the same time. One per object: not every S3 knows the request that removes many, with the checksum it needs. */
const concurrency = 16;

/** Removes every object under a prefix; returns how many there were. What fails is left, and found again by the next call. */
export async function removeAll({ client, bucket: Bucket }: BucketTarget, Prefix: string): Promise<number> {
  if (Prefix === '') throw new Error('a prefix is needed, or everything would go');
  const requests = createSemaphore(concurrency);
  let removed = 0;
  for (;;) {
    // What was listed is gone, so that the next page is the first one again.
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
