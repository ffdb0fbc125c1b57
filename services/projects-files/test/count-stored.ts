import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Started } from './start.ts';

/** What an organization's uploads have left in the database and in the storage. */
export async function countStored({ db, config }: Pick<Started, 'db' | 'config'>, organizationId: string) {
  const client = createClient(config);
  const bucket = { Bucket: config.s3Bucket, Prefix: `projects/${organizationId}/` };
  try {
    const { Contents: objects = [] } = await client.send(new ListObjectsV2Command(bucket));
    const { Uploads: parts = [] } = await client.send(new ListMultipartUploadsCommand(bucket));
    return {
      uploads: await db.collection('uploads').countDocuments({ organizationId }),
      files: await db.collection('files').countDocuments({ organizationId }),
      objects: countObjects(objects.map(({ Key = '' }) => Key)),
      incompleteUploads: parts.length,
    };
  } finally {
    client.destroy();
  }
}

/** A worker may have stored a thumbnail beside its file, or not yet; without the file it is left over. */
function countObjects(keys: readonly string[]): number {
  const all = new Set(keys);
  const suffix = '.thumbnail';
  return keys.filter((key) => !key.endsWith(suffix) || !all.has(key.slice(0, -suffix.length))).length;
}

/** Sends one part and no more, as a process does that dies then. */
export async function abandonParts({ config }: Pick<Started, 'config'>, key: string): Promise<void> {
  const client = createClient(config);
  const object = { Bucket: config.s3Bucket, Key: key };
  try {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
    const part = { ...object, UploadId, PartNumber: 1, Body: Buffer.alloc(5 * 2 ** 20) };
    await client.send(new UploadPartCommand(part));
  } finally {
    client.destroy();
  }
}

function createClient(config: Started['config']): S3Client {
  return new S3Client({
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    credentials: { accessKeyId: config.s3AccessKeyId, secretAccessKey: config.s3SecretAccessKey },
    forcePathStyle: true,
  });
}

export const nothing = { uploads: 0, files: 0, objects: 0, incompleteUploads: 0 };
export const oneFile = { ...nothing, files: 1, objects: 1 };
