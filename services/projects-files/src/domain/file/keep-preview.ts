import type { Deps } from '../../deps.ts';
import type { Reading } from './reading.ts';
import type { File, Preview } from './file.ts';

/** Where the thumbnail of a file is, whatever makes it and how often: deleting the file removes all that begins with its key. */
export function thumbnailKey({ storageKey }: Pick<File, 'storageKey'>): string {
  return `${storageKey}.thumbnail`;
}

/** Stores the thumbnail of an image or a video. Undefined where there is none: a file that can be read is enriched also without. */
export async function keepPreview(
  { storage, logger }: Pick<Deps, 'storage' | 'logger'>,
  file: File,
  made: Reading['thumbnail'],
): Promise<Preview | undefined> {
  if (made === undefined) return undefined;
  if (!made.ok) {
    const { code, reason } = made;
    logger.info({ fileId: file.id, code, reason }, 'a file has no thumbnail');
    return undefined;
  }
  const { bytes, placeholder, ...thumbnail } = made.value;
  await storage.put(thumbnailKey(file), bytes, { contentType: thumbnail.mimeType });
  return { thumbnail, placeholder };
}
