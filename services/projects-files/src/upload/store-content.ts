import { mebibytes } from '@assay/chassis/units';
import type { MultipartFile } from '@fastify/multipart';
import type { Deps } from '../deps.ts';
import { cleanFileName } from '../domain/file/file-name.ts';
import { partSizeBytes } from '../domain/resumable-upload/resumable-upload.ts';
import { reserveQuota } from '../domain/room/room.ts';
import type { QuotaDeps } from '../domain/room/room.ts';
import { measure, readHead } from '../domain/upload/measured-content.ts';
import { readType } from '../domain/upload/read-type.ts';
import type { PendingUpload, StoredContent } from '../domain/upload/upload.ts';
import { payloadTooLarge } from '../domain/upload/upload-errors.ts';

export interface IncomingContent {
  readonly part: MultipartFile;
  readonly upload: PendingUpload;
  /** What the part's header says, if it says anything. */
  readonly declaredMimeType: string | undefined;
  /** Of the whole body; undefined when it was not announced. */
  readonly announcedBytes: number | undefined;
}

/** Browsers write quotes and line breaks in the name of a file like this (HTML, section 4.10.22.8). */
export function unescapeName(name: string | undefined): string {
  // The library types it as text also where the header has none.
  return (name ?? '').replaceAll('%22', '"').replaceAll(/%0[da]/giu, ' ');
}

/** Everything of a body that is not the file is less than this, or the body is refused for that. */
export const maxOverheadBytes = mebibytes(8);

/**
 * Streams a file's content to the storage, deciding its type by its first bytes. FAILED_PRECONDITION when it is empty,
 * INVALID_ARGUMENT when its type is not accepted, RESOURCE_EXHAUSTED when it is too large, FAILED_PRECONDITION with reason
 * QUOTA_EXCEEDED when the organization has not so much room.
 */
export async function storeContent(
  deps: QuotaDeps & Pick<Deps, 'storage' | 'uploadLimits'>,
  incoming: IncomingContent,
): Promise<StoredContent> {
  const { head, chunks } = await readHead(incoming.part.file);
  const { mimeType, category, proof } = await readType(head, incoming.declaredMimeType);
  const maxBytes = deps.uploadLimits[category];
  const { announcedBytes = maxBytes, upload } = incoming;
  const { organizationId, fileId: uploadId, storageKey } = upload;
  if (announcedBytes - maxOverheadBytes > maxBytes) {
    throw payloadTooLarge({ maxBytes, receivedBytes: announcedBytes, mimeType });
  }
  // What is announced is a little more than the file; what is not announced may be the most there can be.
  await reserveQuota(deps, { organizationId, uploadId, bytes: Math.min(announcedBytes, maxBytes) });
  const content = measure(chunks, { maxBytes, mimeType, proof });
  try {
    const { etag } = await deps.storage.upload(storageKey, content.source, {
      contentType: mimeType,
      partSizeBytes,
    });
    return { name: cleanFileName(unescapeName(incoming.part.filename)), mimeType, etag, ...content.facts() };
  } catch (error) {
    throw content.failure() ?? error;
  }
}
