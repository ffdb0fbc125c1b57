import { readFile } from 'node:fs/promises';
import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { drawPiece, readRecording, recordingForgers } from '../../calibration/recordings/recording-files.ts';
import type { Piece } from '../../calibration/recordings/recording-files.ts';
import { innocentChains, usualCoding } from '../../calibration/recordings/sound-chains.ts';
import type { CodeSound } from '../../calibration/recordings/sound-chains.ts';
import { wavFrom } from '../../calibration/recordings/wav-from.ts';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { EvaluationCase, MakeCases } from '../evaluation-case.ts';
import type { Scene } from '../scenes.ts';

/** A place told this near to the change is the right one, as in the calibration. */
const nearSeconds = 2;

type Forge = (sound: MonoSound, piece: Piece, donor: MonoSound) => Float32Array;

interface Forger {
  readonly change: ChangeKind;
  readonly forge: Forge;
}

const forgers: Readonly<Record<string, Forger>> = {
  'copied within': { change: 'copied-sound', forge: recordingForgers['copied within'] },
  'cut out': { change: 'cut-or-joined', forge: recordingForgers['cut out'] },
  'taken from another': { change: 'replaced-sound', forge: takenFrom },
};

/** With what an upload finds of them, as far as the type does not tell it. */
const codings = {
  mp3: { mimeType: 'audio/mpeg' },
  m4a: { mimeType: 'audio/mp4', enrichment: { codec: 'aac' } },
  opus: { mimeType: 'audio/ogg', enrichment: { codec: 'opus' } },
} as const;

/**
 * Innocent versions of a recording, and changes of it saved without loss and, laundered, by a usual coding; what replaces a piece
 * comes from the other recording. None of a recording that is too short, or not decoded here.
 */
export function recordingCases(code: CodeSound): MakeCases {
  return async function* (scene, other) {
    const recording = await readRecording(scene.path);
    const donor = await readRecording(other.path);
    if (recording === undefined) return;
    const made = { scene, ...recording, donor: donor?.sound ?? recording.sound, code };
    yield* innocentRecordings(made);
    for (const forger of Object.entries(forgers)) yield* changedRecordings(made, forger);
  };
}

interface Made {
  readonly scene: Scene;
  readonly mimeType: string;
  readonly sound: MonoSound;
  readonly donor: MonoSound;
  readonly code: CodeSound;
}

/** A recording as published, and what people do to recordings without changing what they let hear. */
export async function* innocentRecordings({
  scene,
  mimeType,
  sound,
  code,
}: Omit<Made, 'donor'>): AsyncGenerator<EvaluationCase> {
  const { name, source, path } = scene;
  const innocent = { scene: name, source, change: null, isLaundered: false, place: null } as const;
  yield { ...innocent, group: 'original', mimeType, bytes: await readFile(path) };
  const wav = { ...innocent, mimeType: 'audio/wav' };
  const later = sound.samples.subarray(Math.round(0.777 * sound.sampleRate)).map((value) => value * 0.5);
  yield { ...wav, group: 'begun later and made quieter', bytes: wavFrom(later, sound.sampleRate) };
  const bytes = wavFrom(sound.samples, sound.sampleRate);
  for (const chain of innocentChains) {
    const coded = codings[chain.extension];
    yield { ...innocent, group: chain.name, ...coded, bytes: await code(bytes, chain) };
  }
}

async function* changedRecordings(
  { scene, sound, donor, code }: Made,
  [name, { change, forge }]: readonly [string, Forger],
): AsyncGenerator<EvaluationCase> {
  const piece = drawPiece(sound, `${String(scene.seed)} ${name}`);
  const at = piece.from / sound.sampleRate;
  const bytes = wavFrom(forge(sound, piece, donor), sound.sampleRate);
  const changed = { scene: scene.name, source: scene.source, change };
  const place = { kind: 'seconds', from: at - nearSeconds, to: at + nearSeconds } as const;
  yield { ...changed, group: name, isLaundered: false, mimeType: 'audio/wav', bytes, place };
  const sent = { ...changed, group: `${name}, laundered`, isLaundered: true, mimeType: 'audio/mpeg' };
  yield { ...sent, place: null, bytes: await code(bytes, usualCoding) };
}

/** The middle of another recording in place of the piece, at its loudness; its rate is met by linear interpolation. */
function takenFrom(sound: MonoSound, { from, length }: Piece, donor: MonoSound): Float32Array {
  const step = donor.sampleRate / sound.sampleRate;
  const first = Math.max(0, (donor.samples.length - length * step) / 2);
  const taken = Float32Array.from({ length }, (_, i) => valueAt(donor.samples, first + i * step));
  const louder = loudness(sound.samples.subarray(from, from + length)) / (loudness(taken) || 1);
  const changed = Float32Array.from(sound.samples);
  changed.set(
    taken.map((value) => value * louder),
    from,
  );
  return changed;
}

function valueAt(samples: Float32Array, at: number): number {
  const before = Math.floor(at);
  const one = samples[before] ?? 0;
  const next = samples[before + 1] ?? 0;
  return one + (next - one) * (at - before);
}

/** Root of the mean square. */
function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length));
}
