/** Stores a video with one PutObject whenever it is told to, as a process that does nothing else; ends with its parent. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Address } from '@assay/local/config';
import { videoBytes } from './video-bytes.ts';

const [address = '{}', size] = process.argv.slice(2);
const { endpoint, region, bucket, accessKeyId, secretAccessKey } = JSON.parse(address) as S3Address;
const client = new S3Client({
  ...{ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true },
  // As little as there can be: what is streamed is neither hashed nor cut into signed chunks.
  ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
});

async function put(): Promise<void> {
  const bytes = Readable.from(videoBytes(Number(size)), { objectMode: false });
  const object = { Bucket: bucket, Key: `bare/${randomUUID()}`, ContentLength: Number(size) };
  await client.send(new PutObjectCommand({ ...object, Body: bytes }));
  process.send?.('stored');
}

process.on('message', () => void put());
