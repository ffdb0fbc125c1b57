import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { openDatabase } from '@assay/test-kit/set-up/open-database';
import { measureDrift } from './room.ts';
import type { RoomDrift } from './room.ts';

/** What the platform has stored that its interface does not show. */
export interface Stored {
  /** Of all objects there are. */
  readonly keys: readonly string[];
  /** Of uploads in parts that are not complete. */
  readonly incompleteKeys: readonly string[];
  /** Uploads that were begun and have not come to their end, those in parts included. */
  readonly uploads: number;
  /** Bytes that count against the room of all organizations. */
  readonly usedBytes: number;
  readonly drift: RoomDrift;
}

export interface Storeroom {
  look(): Promise<Stored>;
  /** Makes every upload that was begun two hours older, and lets those in parts expire, as though that time had gone by. */
  ageUploads(): Promise<number>;
  close(): Promise<void>;
}

const twoHoursMs = 7_200_000;

export async function openStoreroom(layout: PlatformLayout): Promise<Storeroom> {
  const { s3 } = layout.servers;
  const { accessKeyId, secretAccessKey, endpoint, region, bucket } = s3;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const mongo = await openDatabase(layout, 'projects-files');
  const uploads = mongo.db.collection<{ startedAt: Date }>('uploads');
  const inParts = mongo.db.collection<{ expiresAt: Date }>('resumable_uploads');
  return {
    async look() {
      const keys: string[] = [];
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token }),
        );
        keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
        token = page.NextContinuationToken;
      }
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      const incompleteKeys = Uploads.map(({ Key = '' }) => Key);
      const counters = await mongo.db.collection<{ usedBytes: number }>('storage_use').find().toArray();
      const usedBytes = counters.reduce((sum, counter) => sum + counter.usedBytes, 0);
      const begun = (await uploads.countDocuments()) + (await inParts.countDocuments());
      const drift = await measureDrift(mongo.db);
      return { keys, incompleteKeys, uploads: begun, usedBytes, drift };
    },
    async ageUploads() {
      let aged = 0;
      for await (const { _id, startedAt } of uploads.find()) {
        const $set = { startedAt: new Date(startedAt.getTime() - twoHoursMs) };
        aged += (await uploads.updateOne({ _id }, { $set })).modifiedCount;
      }
      const expired = await inParts.updateMany({}, { $set: { expiresAt: new Date(0) } });
      return aged + expired.modifiedCount;
    },
    async close() {
      client.destroy();
      await mongo.close();
    },
  };
}
