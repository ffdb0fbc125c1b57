import { readMono } from '@assay/media/decoder/pcm/read-mono';
import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import type { Subject } from '../check.ts';

/** What is examined at most: 20 minutes at 48 kHz, some 230 MB. */
const maxSamples = 20 * 60 * 48_000;

/** By MIME type, where enrichment names no codec. */
const usualCodecs: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'pcm_s16le',
  'audio/flac': 'flac',
  'audio/ogg': 'vorbis',
};

/** The codec of the first stream of sound, by FFmpeg's name; undefined when neither enrichment nor the type tells. */
export function codecOf({
  enrichment,
  mimeType,
}: Pick<Subject, 'enrichment' | 'mimeType'>): string | undefined {
  const named = enrichment['codec'] ?? enrichment['audioCodec'];
  return typeof named === 'string' ? named : usualCodecs[mimeType];
}

/** Decodes the sound of the file; undefined where there is none, or nothing that decodes it. */
export async function readSubjectSound(
  subject: Pick<Subject, 'enrichment' | 'mimeType' | 'path'>,
): Promise<MonoSound | undefined> {
  const codec = codecOf(subject);
  return codec === undefined ? undefined : await readMono(subject.path, codec, maxSamples);
}

/** The sound, or why a check of sound cannot work on the file. */
export async function soundOrReason(
  { sound, mimeType }: Pick<Subject, 'sound' | 'mimeType'>,
  leastSeconds: number,
): Promise<MonoSound | string> {
  if (!/^(?:audio|video)\//.test(mimeType)) return 'the file has no sound';
  const found = await sound();
  if (found === undefined) return 'its sound could not be decoded';
  return found.samples.length < leastSeconds * found.sampleRate
    ? `less than ${String(leastSeconds)} s of sound is too little to examine`
    : found;
}

/** Whether all of the sound was examined, as a limit to state; empty when it was. */
export function partLimits({ isWhole, samples, sampleRate }: MonoSound): readonly string[] {
  const minutes = Math.floor(samples.length / sampleRate / 60);
  return isWhole ? [] : [`Only the first ${String(minutes)} minutes were examined.`];
}
