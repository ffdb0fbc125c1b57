import { maxSoundSeconds } from '@assay/media/decoder/media-extractor';
import { readMono } from '@assay/media/decoder/pcm/read-mono';
import { decodesSound } from '@assay/media/decoder/pcm/read-sound';
import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import type { Subject } from '../check/check.ts';
import { searchedWhole } from '../search/searched-part.ts';
import type { SearchedPart } from '../search/searched-part.ts';

/** What is examined at most: 20 minutes at 48 kHz, some 230 MB. */
const maxSamples = maxSoundSeconds * 48_000;

/** Of files that hold nothing but sound as it is coded, the codec where enrichment names none. */
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

/** Whether the process that runs the checks decodes the sound itself, the same way on every machine. */
export function isDecodedHere(file: Pick<Subject, 'enrichment' | 'mimeType'>): boolean {
  return Object.hasOwn(usualCodecs, file.mimeType) && decodesSound(codecOf(file) ?? '');
}

/** Decodes the sound of the file; undefined where there is none, or nothing that decodes it. */
export async function readSubjectSound(
  subject: Pick<Subject, 'enrichment' | 'mimeType' | 'path' | 'beside'>,
): Promise<MonoSound | undefined> {
  const codec = codecOf(subject);
  if (isDecodedHere(subject) && codec !== undefined) return readMono(subject.path, codec, maxSamples);
  const extracted = subject.beside?.sound;
  return extracted === undefined ? undefined : await readMono(extracted, 'pcm_s16le', maxSamples);
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

/** Counts the seconds of audio that were decoded. Where the file states no duration, a second more stands for the rest. */
export function searchedSeconds(
  { isWhole, samples, sampleRate }: MonoSound,
  { enrichment }: Pick<Subject, 'enrichment'>,
): SearchedPart {
  const searched = Math.round(samples.length / sampleRate);
  const isCut = !isWhole || searched >= maxSoundSeconds;
  if (!isCut) return searchedWhole('second', searched);
  const { durationSeconds } = enrichment;
  const stated = typeof durationSeconds === 'number' ? Math.round(durationSeconds) : searched + 1;
  return {
    unit: 'second',
    total: Math.max(isWhole ? searched : searched + 1, stated),
    searched,
    why: 'limit',
  };
}
