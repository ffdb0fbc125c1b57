import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Address } from '@assay/local/config';

export interface BareClient {
  readonly put: (body: Readable, sizeBytes: number) => Promise<void>;
}

/** @param address an S3Address in JSON */
export function openBareClient(address = '{}'): BareClient {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = JSON.parse(address) as S3Address;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // As little as there can be: what is streamed is neither hashed nor cut into signed chunks.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    async put(body, sizeBytes) {
      const object = { Bucket: bucket, Key: `bare/${randomUUID()}`, ContentLength: sizeBytes };
      await client.send(new PutObjectCommand({ ...object, Body: body }));
    },
  };
}
