import type { Readable } from 'node:stream';
import { Upload } from '@aws-sdk/lib-storage';
import type { BucketTarget } from './bucket-target.ts';

export interface UploadOptions {
  readonly contentType: string;
  /** 5 MiB at least, which is the default; twice this is what an upload holds in memory. */
  readonly partSizeBytes?: number | undefined;
  /** Aborts the upload. */
  readonly signal?: AbortSignal | undefined;
}

export interface StreamUpload extends UploadOptions {
  readonly key: string;
  readonly source: Readable;
}

const minPartSizeBytes = 5 * 1024 * 1024;

/** Uploads a stream in parts; returns the ETag as S3 gives it. A failed upload is aborted, so that no parts remain. */
export async function uploadStream({ client, bucket }: BucketTarget, options: StreamUpload): Promise<string> {
  const { key, source, signal } = options;
  signal?.throwIfAborted();
  const upload = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: source, ContentType: options.contentType },
    partSize: Math.max(minPartSizeBytes, options.partSizeBytes ?? minPartSizeBytes),
    queueSize: 2,
    leavePartsOnError: false,
  });
  const abort = (): void => void source.destroy(asError(signal?.reason));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const { ETag = '' } = await upload.done();
    return ETag;
  } catch (error) {
    source.destroy();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the upload was aborted');
}
