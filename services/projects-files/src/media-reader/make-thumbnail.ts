import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Measured } from '@assay/media/decoder/media-decoder';
import type { AvReader } from '@assay/media/enrich/av-reader';
import type { EnrichmentPool } from '@assay/media/enrich/enrichment-pool';
import type { Thumbnail } from '@assay/media/preview/make-thumbnail';
import { mediaKindOf } from '../domain/file/media-kind.ts';
import type { ByKind } from '../domain/file/media-kind.ts';

export interface ThumbnailRequest {
  /** A local file that stays in place until the answer, in a folder where another one may be made. */
  readonly path: string;
  /** Of an image or a video. */
  readonly mimeType: string;
  /** Of a video, as far as it is known. */
  readonly durationSeconds: number | undefined;
}

/** A thumbnail of an image, or of a frame near the beginning of a video. Each file is decoded in a process of its own. */
export async function makeThumbnail(
  { pools, video }: { readonly pools: ByKind<EnrichmentPool>; readonly video: Pick<AvReader, 'makePoster'> },
  { path, mimeType, durationSeconds }: ThumbnailRequest,
  signal: AbortSignal,
): Promise<Measured<Thumbnail>> {
  if (mediaKindOf(mimeType) === 'image') return pools.image.run('makeThumbnail', { path }, { signal });
  const poster = await video.makePoster(path, durationSeconds, signal);
  if (!poster.ok) return poster;
  const posterPath = join(dirname(path), 'poster');
  await writeFile(posterPath, poster.value.bytes);
  return pools.video.run('makeThumbnail', { path: posterPath }, { signal });
}
