import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { readMono } from '@assay/media/decoder/pcm/read-mono';
import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { seededRandom } from '../../pixels/copy-move/seeded-random.ts';
import type { Photograph } from '../photographs.ts';
import { seedOf } from '../scored/calibration-files.ts';
import { wavFrom } from './wav-from.ts';

/** What recordings are called by, with their types and the codec that is decoded without FFmpeg. */
const kinds: Readonly<Record<string, readonly [mimeType: string, codec: string]>> = {
  '.wav': ['audio/wav', 'pcm_s16le'],
  '.mp3': ['audio/mpeg', 'mp3'],
  '.flac': ['audio/flac', 'flac'],
  '.ogg': ['audio/ogg', 'vorbis'],
};
export const recordingExtensions: readonly string[] = Object.keys(kinds);

/** Longer recordings are measured by their beginning. */
const mostSeconds = 120;
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

interface Piece {
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
 * without loss; none of a recording that is not decoded here, or too short.
 */
export async function recordingFiles(
  { path, name }: Photograph,
  changes: readonly RecordingChange[],
): Promise<readonly RecordingFile[]> {
  const [mimeType, codec] = kinds[extname(path).toLowerCase()] ?? ['', ''];
  const sound = await readMono(path, codec, mostSeconds * 48_000).catch(() => undefined);
  if (sound === undefined || sound.samples.length < leastSeconds * sound.sampleRate) return [];
  const { samples, sampleRate } = sound;
  const saved = (kind: string, changed: Float32Array, changedAt: number | null = null): RecordingFile => ({
    ...{ kind, mimeType: 'audio/wav', bytes: wavFrom(changed, sampleRate), changedAt },
  });
  return [
    { kind: 'original', mimeType, bytes: await readFile(path), changedAt: null },
    saved('saved without loss', samples),
    saved(
      'made quieter',
      samples.map((value) => value * 0.5),
    ),
    saved('begun later', samples.subarray(Math.round(0.777 * sampleRate))),
    ...changes.map((change) => {
      const piece = drawPiece(sound, `${name} ${change}`);
      return saved(change, recordingForgers[change](sound, piece), piece.from / sampleRate);
    }),
  ];
}

/** A piece of 1 to 1.5 s, in the second half, or in the first; the other one lies in the other half. */
function drawPiece({ samples, sampleRate }: MonoSound, seed: string): Piece {
  const random = seededRandom(seedOf(seed));
  const length = Math.round((1 + 0.5 * random()) * sampleRate);
  const half = Math.floor(samples.length / 2);
  const within = (): number => Math.round(0.5 * sampleRate + random() * (half - length - sampleRate));
  const [first, second] = [within(), half + within()];
  return random() < 0.5 ? { from: first, other: second, length } : { from: second, other: first, length };
}
