import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { noRequestTimeout } from './bucket-target.ts';
import type { BucketTarget } from './bucket-target.ts';

/** An object that is uploaded part by part, over any time and through any process. */
interface MultipartRef {
  readonly storageKey: string;
  readonly multipartId: string;
}

interface ObjectPart {
  /** Starts at 1. */
  readonly partNumber: number;
  readonly sizeBytes: number;
  readonly etag: string;
}

interface PartLink {
  readonly partNumber: number;
  readonly url: string;
  readonly expiresAt: Date;
}

/** Multipart uploads. Each part except the last one has at least 5 MiB. */
export interface MultipartObjects {
  /** Starts an upload and returns its id. */
  begin(key: string, contentType: string): Promise<string>;
  /**
   * Uploads a part and replaces an earlier one with the same number. Resolves to undefined when the upload no longer
   * exists.
   */
  putPart(ref: MultipartRef, partNumber: number, bytes: Uint8Array): Promise<ObjectPart | undefined>;
  /** Lists the parts by number. Resolves to undefined when the upload no longer exists. */
  listParts(ref: MultipartRef): Promise<readonly ObjectPart[] | undefined>;
  /**
   * Makes the parts one object. Resolves to undefined when the upload no longer exists, for example because it was
   * completed.
   */
  complete(ref: MultipartRef, parts: readonly ObjectPart[]): Promise<{ readonly etag: string } | undefined>;
  /** Signs links that accept one part of its size each by PUT until they expire. Never log them. */
  presignParts(
    ref: MultipartRef,
    parts: readonly Pick<ObjectPart, 'partNumber' | 'sizeBytes'>[],
    expiresInSeconds: number,
  ): Promise<readonly PartLink[]>;
  /** Removes the parts. Does nothing when the upload no longer exists. */
  abort(ref: MultipartRef): Promise<void>;
}

/** Creates the multipart uploads of a bucket. @param publicClient signs links for the public address of the storage */
export function createMultipartObjects(target: BucketTarget, publicClient: S3Client): MultipartObjects {
  const { client, longTimeoutClient, bucket: Bucket } = target;
  const toInput = ({ storageKey, multipartId }: MultipartRef) => ({
    Bucket,
    Key: storageKey,
    UploadId: multipartId,
  });
  return {
    async begin(key, ContentType) {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ Bucket, Key: key, ContentType }),
      );
      if (UploadId === undefined) throw new TypeError('the storage returned no id for the multipart upload');
      return UploadId;
    },
    async putPart(ref, partNumber, bytes) {
      const command = new UploadPartCommand({ ...toInput(ref), PartNumber: partNumber, Body: bytes });
      const sent = await undefinedIfMissing(client.send(command, noRequestTimeout));
      return sent && { partNumber, sizeBytes: bytes.byteLength, etag: unquoted(sent.ETag) };
    },
    listParts: (ref) => undefinedIfMissing(listParts(client, toInput(ref))),
    async complete(ref, parts) {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` }));
      const command = new CompleteMultipartUploadCommand({ ...toInput(ref), MultipartUpload: { Parts } });
      const completed = await undefinedIfMissing(longTimeoutClient.send(command));
      return completed && { etag: unquoted(completed.ETag) };
    },
    async presignParts(ref, parts, expiresIn) {
      // Signatures have a resolution of one second.
      const signingDate = new Date(Math.floor(Date.now() / 1_000) * 1_000);
      const expiresAt = new Date(signingDate.getTime() + expiresIn * 1_000);
      const links = parts.map(async ({ partNumber, sizeBytes }) => {
        const part = { PartNumber: partNumber, ContentLength: sizeBytes };
        const command = new UploadPartCommand({ ...toInput(ref), ...part });
        return {
          partNumber,
          url: await getSignedUrl(publicClient, command, { expiresIn, signingDate, signableHeaders }),
          expiresAt,
        };
      });
      return Promise.all(links);
    },
    async abort(ref) {
      await undefinedIfMissing(client.send(new AbortMultipartUploadCommand(toInput(ref))));
    },
  };
}

/** With the length signed, a link accepts no more bytes than the room that was reserved for its part. */
const signableHeaders = new Set(['host', 'content-length']);

interface NamedMultipart {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string;
}

async function listParts(client: S3Client, named: NamedMultipart): Promise<readonly ObjectPart[]> {
  const parts: ObjectPart[] = [];
  let PartNumberMarker: string | undefined;
  for (;;) {
    const page = await client.send(new ListPartsCommand({ ...named, PartNumberMarker }));
    for (const { PartNumber = 0, Size = 0, ETag } of page.Parts ?? []) {
      parts.push({ partNumber: PartNumber, sizeBytes: Size, etag: unquoted(ETag) });
    }
    if (page.IsTruncated !== true) return parts;
    PartNumberMarker = page.NextPartNumberMarker;
  }
}

async function undefinedIfMissing<T>(sending: Promise<T>): Promise<T | undefined> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchUpload') return undefined;
    throw error;
  }
}

function unquoted(etag = ''): string {
  return etag.replaceAll('"', '');
}
