import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { CompletedPart } from '@aws-sdk/client-s3';
import { mebibytes } from '../units.ts';
import { noRequestTimeout } from './bucket-target.ts';
import type { BucketTarget } from './bucket-target.ts';
import { streamParts } from './stream-parts.ts';
import type { UploadSource } from './stream-parts.ts';

export interface UploadOptions {
  readonly contentType: string;
  /** At least 5 MiB, which is the default. An upload holds two parts in memory. */
  readonly partSizeBytes?: number | undefined;
  /** Aborts the upload of a stream. */
  readonly signal?: AbortSignal | undefined;
}

export interface StreamUpload extends UploadOptions {
  readonly key: string;
  readonly source: UploadSource;
}

const minPartSizeBytes = mebibytes(5);

/** Uploads a stream in parts and returns the ETag of S3. Aborts a failed upload, so that no parts remain. */
export async function uploadStream(target: BucketTarget, options: StreamUpload): Promise<string> {
  const { source, signal } = options;
  signal?.throwIfAborted();
  const abort = (): void => {
    if (source instanceof Readable) source.destroy(asError(signal?.reason));
  };
  signal?.addEventListener('abort', abort, { once: true });
  const partSizeBytes = Math.max(minPartSizeBytes, options.partSizeBytes ?? minPartSizeBytes);
  const parts = streamParts(source, partSizeBytes);
  try {
    return await uploadParts(target, options, { parts, partSizeBytes });
  } finally {
    signal?.removeEventListener('abort', abort);
    // Ends the source when the rest of it is not needed.
    await parts.return(undefined);
  }
}

interface IncomingParts {
  readonly parts: AsyncGenerator<Buffer>;
  readonly partSizeBytes: number;
}

/** Uses one request for a source that fits into a part. */
async function uploadParts(
  target: BucketTarget,
  options: StreamUpload,
  { parts, partSizeBytes }: IncomingParts,
): Promise<string> {
  const first = await parts.next();
  const bytes = first.done === true ? Buffer.alloc(0) : first.value;
  if (bytes.byteLength === partSizeBytes)
    return await uploadMultipart(target, options, { first: bytes, rest: parts });
  const { key: Key, contentType: ContentType } = options;
  const { ETag = '' } = await target.client.send(
    new PutObjectCommand({ Bucket: target.bucket, Key, Body: bytes, ContentType }),
    noRequestTimeout,
  );
  return ETag;
}

interface Parts {
  readonly first: Buffer;
  readonly rest: AsyncIterable<Buffer>;
}

async function uploadMultipart(target: BucketTarget, options: StreamUpload, parts: Parts): Promise<string> {
  const { client, longTimeoutClient, bucket: Bucket } = target;
  const { key: Key, contentType: ContentType } = options;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }));
  const upload = { Bucket, Key, UploadId };
  try {
    const sent = await sendParts(parts, async (Body, PartNumber) => {
      const { ETag } = await client.send(
        new UploadPartCommand({ ...upload, Body, PartNumber }),
        noRequestTimeout,
      );
      return { ETag, PartNumber };
    });
    const { ETag = '' } = await longTimeoutClient.send(
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } }),
    );
    return ETag;
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/**
 * Sends each part while the next one arrives. Settles after the last request, since a later request would outlive the
 * abort.
 */
async function sendParts(
  { first, rest }: Parts,
  send: (part: Buffer, partNumber: number) => Promise<CompletedPart>,
): Promise<CompletedPart[]> {
  const sent: CompletedPart[] = [];
  const begin = (part: Buffer): Promise<CompletedPart> => {
    const sending = send(part, sent.length + 1);
    // The request may fail while the next part still arrives and no code awaits it yet.
    sending.catch(() => undefined);
    return sending;
  };
  let sending = begin(first);
  try {
    for await (const part of rest) {
      sent.push(await sending);
      sending = begin(part);
    }
    return [...sent, await sending];
  } catch (error) {
    await sending.catch(() => undefined);
    throw error;
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the upload was aborted');
}
