import { audioValues } from '../audio/audio-values.ts';
import type { AudioValues } from '../audio/audio-values.ts';
import { readWavFormat } from '../decoder/pcm/wav-sound.ts';
import { readTags } from '../audio/read-tags.ts';
import { probeMedia } from '../decoder/probe-media.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';
import type { EnrichOptions } from './enrich-image.ts';
import { enrichOther } from './enrich-other.ts';
import type { AudioEnrichment } from './enrichment.ts';

/**
 * Extracts what the headers of an audio file declare; {@link completeAudio} adds what decoding shows.
 * @throws UndecodableError
 */
export async function enrichAudio(
  path: string,
  mimeType: string,
  options: EnrichOptions = {},
): Promise<AudioEnrichment> {
  const common = await enrichOther(path, mimeType, options);
  const media = await probeMedia(path);
  if (media.audio.length === 0)
    throw new UndecodableError('the file could not be decoded: it holds no sound');
  const values = audioValues(media, await readTags(path));
  return { ...common, ...(await readFormat(path, values)), ...values };
}

/** Reads what MediaInfo leaves out of some WAV files, such as those of ADPCM. */
async function readFormat(
  path: string,
  { sampleRate, channels }: AudioValues,
): Promise<Pick<AudioValues, 'sampleRate' | 'channels'>> {
  if (sampleRate !== undefined && channels !== undefined) return {};
  const format = await readWavFormat(path).catch(() => undefined);
  return format === undefined ? {} : { sampleRate: format.sampleRate, channels: format.channels };
}
