import { UndecodableError } from '../limits/undecodable-error.ts';
import { audioValues } from '../audio/audio-values.ts';
import { known, probeMedia } from '../decoder/probe-media.ts';
import { videoValues } from '../video/video-values.ts';
import type { EnrichOptions } from './enrich-image.ts';
import { enrichOther } from './enrich-other.ts';
import type { VideoEnrichment } from './enrichment.ts';

/**
 * Extracts what the headers of a video declare; {@link completeVideo} adds what reading its packets shows. A file of sound alone, which
 * the first bytes of some containers do not show, is described as one.
 * @throws UndecodableError
 */
export async function enrichVideo(
  path: string,
  mimeType: string,
  options: EnrichOptions = {},
): Promise<VideoEnrichment> {
  const common = await enrichOther(path, mimeType, options);
  const media = await probeMedia(path);
  if (media.video.length === 0 && media.audio.length === 0) {
    throw new UndecodableError('the file could not be decoded: it holds neither pictures nor sound');
  }
  if (media.video.length > 0) return { ...common, ...videoValues(media) };
  const { codec, sampleRate, channels } = audioValues(media, {});
  const posterUnavailable = 'The file holds sound alone.';
  return { ...common, ...videoValues(media), ...known({ codec, sampleRate, channels }), posterUnavailable };
}
