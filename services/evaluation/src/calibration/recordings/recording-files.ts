import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { readMono } from '@assay/media/decoder/pcm/read-mono';
import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import type { Photograph } from '../measuring/photographs.ts';
import { seedOf } from '../scored/calibration-files.ts';
import { innocentChains, usualCoding } from './sound-chains.ts';
import type { CodeSound } from './sound-chains.ts';
import { wavFrom } from './wav-from.ts';

/** What recordings are called by, with their types and the codec that is decoded without FFmpeg. */
const kinds: Readonly<Record<string, readonly [mimeType: string, codec: string]>> = {
  '.wav': ['audio/wav', 'pcm_s16le'],
  '.mp3': ['audio/mpeg', 'mp3'],
  '.flac': ['audio/flac', 'flac'],
  '.ogg': ['audio/ogg', 'vorbis'],
};
export const recordingExtensions: readonly string[] = Object.keys(kinds);

/** The type of a recording by its name; empty for what is none. */
export function recordingTypeOf(path: string): string {
  const [mimeType = ''] = kinds[extname(path).toLowerCase()] ?? [];
  return mimeType;
}

/** Longer recordings are measured by their beginning. */
const mostSeconds = 24;
/** Shorter ones have no room for a change. */
const leastSeconds = 6;

/** A file made of a recording. */
export interface RecordingFile {
  /** What was done to the recording. */
  readonly kind: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Where it was changed, in seconds; null where nobody changed what it lets hear. */
  readonly changedAt: number | null;
}

/** Makes one change, by random numbers; `piece` is what is changed, of a good second. */
export type RecordingForger = (sound: MonoSound, piece: Piece) => Float32Array;

export interface Piece {
  /** Samples. */
  readonly from: number;
  readonly length: number;
  /** Where another piece as long begins that does not touch it. */
  readonly other: number;
}

export const recordingForgers = {
  'copied within': ({ samples }, { from, length, other }) => {
    const changed = Float32Array.from(samples);
    changed.set(samples.subarray(other, other + length), from);
    return changed;
  },
  'cut out': ({ samples }, { from, length }) => {
    const changed = new Float32Array(samples.length - length);
    changed.set(samples.subarray(0, from));
    changed.set(samples.subarray(from + length), from);
    return changed;
  },
  muted: ({ samples }, { from, length }) => Float32Array.from(samples).fill(0, from, from + length),
} as const satisfies Readonly<Record<string, RecordingForger>>;

export type RecordingChange = keyof typeof recordingForgers;

/**
 * The bytes as published, what people do to recordings without changing what is heard, and one change of each kind, saved
 * without loss and by a usual coding; none of a recording that is not decoded here, or too short.
 */
export async function* recordingFiles(
  { path, name }: Photograph,
  changes: readonly RecordingChange[],
  convert: CodeSound,
): AsyncGenerator<RecordingFile> {
  const recording = await readRecording(path);
  if (recording === undefined) return;
  const { mimeType, sound } = recording;
  yield { kind: 'original', mimeType, bytes: await readFile(path), changedAt: null };
  const wavOf = (samples: Float32Array): Buffer => wavFrom(samples, sound.sampleRate);
  const later = sound.samples.subarray(Math.round(0.777 * sound.sampleRate));
  yield savedAs('begun later and made quieter', wavOf(later.map((value) => value * 0.5)));
  for (const chain of innocentChains) yield savedAs(chain.name, await convert(wavOf(sound.samples), chain));
  for (const change of changes) {
    const piece = drawPiece(sound, `${name} ${change}`);
    const changed = wavOf(recordingForgers[change](sound, piece));
    const changedAt = piece.from / sound.sampleRate;
    yield savedAs(change, changed, changedAt);
    yield savedAs(`${change}, ${usualCoding.name}`, await convert(changed, usualCoding), changedAt);
  }
}

/** The beginning of a recording; undefined for one that is not decoded here, or too short for a change. */
export async function readRecording(
  path: string,
): Promise<{ readonly mimeType: string; readonly sound: MonoSound } | undefined> {
  const [mimeType, codec] = kinds[extname(path).toLowerCase()] ?? ['', ''];
  const sound = await readMono(path, codec, mostSeconds * 48_000).catch(() => undefined);
  if (sound === undefined || sound.samples.length < leastSeconds * sound.sampleRate) return undefined;
  return { mimeType, sound };
}

function savedAs(kind: string, bytes: Uint8Array, changedAt: number | null = null): RecordingFile {
  return { kind, mimeType: 'audio/wav', bytes, changedAt };
}

/** A piece of 1 to 1.5 s, in the second half, or in the first; the other one lies in the other half. */
export function drawPiece({ samples, sampleRate }: MonoSound, seed: string): Piece {
  const random = seededRandom(seedOf(seed));
  const length = Math.round((1 + 0.5 * random()) * sampleRate);
  const half = Math.floor(samples.length / 2);
  const within = (): number => Math.round(0.5 * sampleRate + random() * (half - length - sampleRate));
  const first = within();
  const second = half + within();
  return random() < 0.5 ? { from: first, other: second, length } : { from: second, other: first, length };
}
