import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Measured } from '@assay/media/decoder/media-decoder';
import type { AvReader } from '@assay/media/enrich/av-reader';
import type { VideoEnrichment } from '@assay/media/enrich/enrichment';
import type { EnrichInput, EnrichmentPool } from '@assay/media/enrich/enrichment-pool';
import type { JobResult } from '@assay/media/isolate/job-types';
import type { Thumbnail } from '@assay/media/preview/preview-image';
import type { Reading, ReadOptions } from '../domain/file/reading.ts';

/** Where videos are decoded, and where their pictures are. */
export interface VideoReaders {
  readonly video: AvReader;
  readonly pool: EnrichmentPool;
}

/** Reads a video, and then makes a thumbnail of a frame near its beginning. */
export async function readVideo(
  readers: VideoReaders,
  input: EnrichInput,
  { signal, onStep }: ReadOptions,
): Promise<JobResult<Reading>> {
  const result = await readers.video.readVideo(input, signal, (share) => onStep('measuring', share));
  if (!result.ok) return result;
  const enrichment = result.value;
  if (enrichment.posterUnavailable !== undefined) {
    return { ok: true, value: { enrichment, thumbnail: undefined } };
  }
  onStep('picturing');
  const thumbnail = await showVideo(readers, { ...enrichment, ...input }, signal);
  return { ok: true, value: { enrichment, thumbnail } };
}

/** The frame goes through a file beside that of the video, since a child reads nothing else. */
async function showVideo(
  { video, pool }: VideoReaders,
  { path, durationSeconds }: Pick<VideoEnrichment, 'durationSeconds'> & Pick<EnrichInput, 'path'>,
  signal: AbortSignal,
): Promise<Measured<Thumbnail>> {
  const poster = await video.makePoster(path, durationSeconds, signal);
  if (!poster.ok) return poster;
  const posterPath = join(dirname(path), 'poster');
  await writeFile(posterPath, poster.value.bytes);
  const preview = await pool.run('makePreview', { path: posterPath }, { signal });
  return preview.ok ? { ok: true, value: preview.value.thumbnail } : preview;
}
