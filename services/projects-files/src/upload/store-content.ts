import type { MultipartFile } from '@fastify/multipart';
import type { Deps } from '../deps.ts';
import { cleanFileName } from '../domain/file/file-name.ts';
import { measure, readHead } from '../domain/upload/measured-content.ts';
import { readType } from '../domain/upload/read-type.ts';
import type { StoredContent } from '../domain/upload/upload.ts';
import { payloadTooLarge } from '../domain/upload/upload-errors.ts';

export interface IncomingContent {
  readonly part: MultipartFile;
  readonly storageKey: string;
  /** What the part's header says, if it says anything. */
  readonly declaredMimeType: string | undefined;
  /** Of the whole body; undefined when it was not announced. */
  readonly announcedBytes: number | undefined;
}

/** Everything of a body that is not the file is less than this, or the body is refused for that. */
const maxOverheadBytes = 8 * 2 ** 20;

/**
 * Streams a file's content to the storage, deciding its type by its first bytes. FAILED_PRECONDITION when it is empty,
 * INVALID_ARGUMENT when its type is not accepted, RESOURCE_EXHAUSTED when it is too large.
 */
export async function storeContent(
  deps: Pick<Deps, 'storage' | 'uploadLimits'>,
  incoming: IncomingContent,
): Promise<StoredContent> {
  const { head, chunks } = await readHead(incoming.part.file);
  const { mimeType, category } = await readType(head, incoming.declaredMimeType);
  const maxBytes = deps.uploadLimits[category];
  const { announcedBytes = 0, storageKey } = incoming;
  if (announcedBytes - maxOverheadBytes > maxBytes) {
    throw payloadTooLarge({ maxBytes, receivedBytes: announcedBytes, mimeType });
  }
  const content = measure(chunks, { maxBytes, mimeType });
  try {
    const { etag } = await deps.storage.upload(storageKey, content.source, { contentType: mimeType });
    return { name: cleanFileName(incoming.part.filename), mimeType, etag, ...content.facts() };
  } catch (error) {
    throw content.failure() ?? error;
  }
}
