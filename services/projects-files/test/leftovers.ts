import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { Started } from './start.ts';

/** What an organization's uploads have left in the database and in the storage. */
export async function leftovers({ db, config }: Pick<Started, 'db' | 'config'>, organizationId: string) {
  const client = new S3Client({
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    credentials: { accessKeyId: config.s3AccessKeyId, secretAccessKey: config.s3SecretAccessKey },
    forcePathStyle: true,
  });
  const bucket = { Bucket: config.s3Bucket, Prefix: `projects/${organizationId}/` };
  try {
    const { Contents: objects = [] } = await client.send(new ListObjectsV2Command(bucket));
    const { Uploads: parts = [] } = await client.send(new ListMultipartUploadsCommand(bucket));
    return {
      uploads: await db.collection('uploads').countDocuments({ organizationId }),
      files: await db.collection('files').countDocuments({ organizationId }),
      objects: objects.length,
      incompleteUploads: parts.length,
    };
  } finally {
    client.destroy();
  }
}

export const nothing = { uploads: 0, files: 0, objects: 0, incompleteUploads: 0 };
export const oneFile = { ...nothing, files: 1, objects: 1 };
