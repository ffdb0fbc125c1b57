import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { isTracing } from '../process/tracing/spans.ts';
import { traceRequests } from '../process/tracing/trace-requests.ts';
import { noRequestTimeout } from './bucket-target.ts';
import type { BucketTarget } from './bucket-target.ts';
import { copyObject } from './copy-object.ts';
import { ensureBucket } from './ensure-bucket.ts';
import { abortIncompleteUploads } from './incomplete-uploads.ts';
import { listObjects } from './list-objects.ts';
import type { ListedObject, ListingOptions } from './list-objects.ts';
import { createMultipartObjects } from './multipart-objects.ts';
import type { MultipartObjects } from './multipart-objects.ts';
import { createDownloadPresigner } from './presigned-download.ts';
import type { DownloadLink, DownloadOptions } from './presigned-download.ts';
import { removeAll } from './remove-all.ts';
import type { UploadSource } from './stream-parts.ts';
import { uploadStream } from './upload-stream.ts';
import type { UploadOptions } from './upload-stream.ts';
import { writeToFile } from './write-to-file.ts';

export interface ObjectStorageOptions {
  readonly endpoint: string;
  /** The address at which clients reach the storage. Presigned links are bound to it. Default: the endpoint. */
  readonly publicEndpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Maximum time without a response, and without progress of a transfer, for each of two attempts. Default: 4 s. */
  readonly timeoutMs?: number | undefined;
}

export interface ObjectFacts {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly etag: string;
}

/** One bucket of an S3-compatible storage. Keys never start with a slash. */
export interface ObjectStorage {
  /** Creates the bucket if it is missing. */
  ensureBucket(): Promise<void>;
  put(
    key: string,
    bytes: Uint8Array,
    options: { readonly contentType: string },
  ): Promise<{ readonly etag: string }>;
  /**
   * Uploads a stream in parts of bounded size. When the source fails or the signal aborts, removes the parts and
   * rejects.
   */
  upload(key: string, source: UploadSource, options: UploadOptions): Promise<{ readonly etag: string }>;
  /** Uploads a local file as `upload` does. */
  uploadFile(key: string, filePath: string, options: UploadOptions): Promise<{ readonly etag: string }>;
  /** Copies an object of at most 5 GiB within the bucket. Resolves to undefined when it does not exist. */
  copy(from: string, to: string): Promise<{ readonly etag: string } | undefined>;
  /** Reads an object. Rejects with ObjectNotFoundError. The caller must consume or destroy the stream. */
  get(key: string): Promise<Readable>;
  /** Writes the object to a file. Rejects with ObjectNotFoundError. Leaves no partial file. */
  download(key: string, filePath: string): Promise<void>;
  head(key: string): Promise<ObjectFacts | undefined>;
  /** Lists the objects page by page in the order of their keys. */
  list(options?: ListingOptions): AsyncIterable<readonly ListedObject[]>;
  /** Removes an object. Does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** Removes all objects with this key prefix and returns their number. */
  removeAll(prefix: string): Promise<number>;
  /** Removes the parts of uploads that dead processes left, and returns the number of uploads. */
  abortIncompleteUploads(prefix: string, olderThan: Date): Promise<number>;
  /** Uploads of objects part by part. */
  readonly multipart: MultipartObjects;
  /** Signs a link for one object. Anyone can use it until it expires, so never log it. */
  presignDownload(key: string, options: DownloadOptions): Promise<DownloadLink>;
  /** Rejects when the bucket is not reachable. */
  ping(): Promise<void>;
  close(): void;
}

export class ObjectNotFoundError extends Error {
  override readonly name = 'ObjectNotFoundError';
}

export function createObjectStorage(options: ObjectStorageOptions): ObjectStorage {
  const { bucket: Bucket } = options;
  const client = createClient(options, options.endpoint);
  skipPayloadSigning(client);
  const longTimeoutClient = createClient({ ...options, timeoutMs: assemblyTimeoutMs }, options.endpoint);
  const publicEndpoint = options.publicEndpoint ?? options.endpoint;
  const publicClient = createClient(options, publicEndpoint);
  const target = { client, longTimeoutClient, bucket: Bucket };

  return {
    ensureBucket: () => ensureBucket(target),
    async put(key, bytes, { contentType }) {
      const command = new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: contentType });
      const { ETag = '' } = await client.send(command, noRequestTimeout);
      return { etag: unquote(ETag) };
    },
    upload: (key, source, uploadOptions) => uploadObject(target, key, source, uploadOptions),
    uploadFile: (key, filePath, uploadOptions) =>
      uploadObject(target, key, createReadStream(filePath), uploadOptions),
    async copy(from, to) {
      try {
        return { etag: unquote(await copyObject(target, { from, to })) };
      } catch (error) {
        if (!isMissing(error)) throw error;
        return undefined;
      }
    },
    get: (key) => getObject(target, key),
    download: async (key, filePath) => await writeToFile(await getObject(target, key), filePath),
    head: (key) => headObject(target, key),
    list: (listing) => listObjects(target, listing),
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
    removeAll: (prefix) => removeAll(target, prefix),
    multipart: createMultipartObjects(target, publicClient),
    abortIncompleteUploads: (prefix, olderThan) => abortIncompleteUploads(target, prefix, olderThan),
    presignDownload: createDownloadPresigner({
      client: publicClient,
      endpoint: publicEndpoint,
      bucket: Bucket,
    }),
    async ping() {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(2_000) });
    },
    close() {
      client.destroy();
      longTimeoutClient.destroy();
      publicClient.destroy();
    },
  };
}

async function uploadObject(target: BucketTarget, key: string, source: UploadSource, options: UploadOptions) {
  return { etag: unquote(await uploadStream(target, { key, source, ...options })) };
}

/** A server may read all parts of an upload again before it confirms the object. */
const assemblyTimeoutMs = 60_000;

function createClient(options: ObjectStorageOptions, endpoint: string): S3Client {
  const { timeoutMs = 4_000 } = options;
  const client = new S3Client({
    endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: Math.min(timeoutMs, 3_000),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
    },
    // Not every S3 supports the checksum trailers that are the SDK's default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  if (isTracing()) traceRequests(client, options.bucket);
  return client;
}

const contentCommands = ['PutObjectCommand', 'UploadPartCommand'];

/**
 * Skips the signature of payloads, for which the SDK would hash content in memory once more. It does not sign
 * streamed content either. TLS protects the transfer, and the SHA-256 of the content is known before the upload or
 * compared after it.
 */
function skipPayloadSigning(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        // The request is serialized for HTTP at this step, but the SDK does not type it.
        const { headers } = args.request as { readonly headers: Record<string, string> };
        if (contentCommands.includes(commandName)) headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
        return next(args);
      },
    { step: 'build', name: 'unsignedPayloads' },
  );
}

async function getObject({ client, bucket }: BucketTarget, key: string): Promise<Readable> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    if (Body instanceof Readable) return Body;
    throw new TypeError(`the body of ${key} is not a stream`);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ObjectNotFoundError(`object ${key} does not exist`, { cause: error });
  }
}

async function headObject({ client, bucket }: BucketTarget, key: string): Promise<ObjectFacts | undefined> {
  try {
    const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    const { ContentLength = 0, ContentType = 'application/octet-stream', ETag = '' } = found;
    return { sizeBytes: ContentLength, contentType: ContentType, etag: unquote(ETag) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
}

function unquote(etag: string): string {
  return etag.replaceAll('"', '');
}
