import { InterruptedError } from '@assay/chassis/work/worker';
import type { Enrichment } from '@assay/media/enrich/enrichment';
import type { Deps } from '../../deps.ts';
import type { File, Preview } from './file.ts';
import { mediaKindOf } from './media-kind.ts';

/** Where the thumbnail of a file is, whatever makes it and how often: deleting the file removes all that begins with its key. */
export function thumbnailKey({ storageKey }: Pick<File, 'storageKey'>): string {
  return `${storageKey}.thumbnail`;
}

interface ReadContent {
  /** Where the content lies. */
  readonly path: string;
  readonly enrichment: Enrichment;
}

/**
 * Makes and stores the thumbnail of an image or a video. Undefined where there is none to be had: a file that can be read is
 * enriched also without. Rejects when trying again may help.
 */
export async function keepPreview(
  { mediaReader, storage, logger }: Pick<Deps, 'mediaReader' | 'storage' | 'logger'>,
  file: File,
  { path, enrichment, signal }: ReadContent & { readonly signal: AbortSignal },
): Promise<Preview | undefined> {
  const { id: fileId, mimeType } = file;
  const kind = mediaKindOf(mimeType);
  if ((kind !== 'image' && kind !== 'video') || 'posterUnavailable' in enrichment) return undefined;
  const durationSeconds = 'durationSeconds' in enrichment ? enrichment.durationSeconds : undefined;
  const made = await mediaReader.makeThumbnail({ path, mimeType, durationSeconds }, signal);
  if (!made.ok) {
    if (made.code === 'aborted' || made.code === 'closed') throw new InterruptedError(made.reason);
    if (made.code === 'unstarted') throw new Error(made.reason);
    logger.info({ fileId, code: made.code, reason: made.reason }, 'a file has no thumbnail');
    return undefined;
  }
  const { bytes, placeholder, ...thumbnail } = made.value;
  await storage.put(thumbnailKey(file), bytes, { contentType: thumbnail.mimeType });
  return { thumbnail, placeholder };
}
