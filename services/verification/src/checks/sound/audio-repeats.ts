import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { finding, notApplicable } from '../check-result.ts';
import type { Check, CheckArtifact, CheckResult, FindingLocation, JsonObject, Subject } from '../check.ts';
import { likelihoodRatios } from '../likelihood-ratios.ts';
import { findRepeats, leastLagSeconds, leastPieceSeconds } from './audio-repeats/find-repeats.ts';
import { mostPeriodicity } from './audio-repeats/verify-repeat.ts';
import type { Repeat } from './audio-repeats/verify-repeat.ts';
import { placeInWords, toHundredths } from './clock-words.ts';
import { silentShare } from './digital-silence.ts';
import { partLimits, soundOrReason } from './subject-sound.ts';
import { drawTimeline } from './timeline.ts';

const identity = {
  slug: 'audio-repeats',
  version: '1',
  kind: 'structural',
  criterion: 'audio_consistency',
  searchesFor: ['copied-sound'],
} as const;

const leastSeconds = 3;
/** What repeats more often, or for more of the recording, was built from loops or jingles. */
const [mostPieces, mostShare] = [3, 0.4];
/** Recordings have noise; where this much is without any, the sound was produced. */
const [mostSilence, silenceSeconds] = [0.1, 0.02];

const limits = [
  'Of copies that were coded with loss afterwards a part is missed, and more than half of them at low bit rates.',
  'Pieces of less than half a second, steady tones, silence, and copies that were stretched, filtered or mixed with other sound are not found.',
  'Jingles, sound effects and music put together from samples repeat without deceit; whether the piece is such a thing, a person has to hear.',
];

/**
 * Looks for a piece of sound that is heard twice: prints of the spectrum propose pairs of places (Haitsma and Kalker, ISMIR
 * 2002), which are registered sample by sample and followed as long as they agree. Speech and noise never agree so; what
 * repeats regularly, steady tones and sound without noise are told apart. Places are in seconds. About 2 s for 10 minutes.
 */
export const audioRepeats: Check = { ...identity, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const sound = await soundOrReason(subject, leastSeconds);
  if (typeof sound === 'string') return notApplicable(identity, sound);
  const repeats = findRepeats(sound, signal);
  const reason = innocentReason(repeats, sound);
  const isTold = repeats.length > 0 && reason === null;
  return finding(identity, {
    llrManipulated: isTold ? likelihoodRatios['sound-met-twice'].llr : 0,
    statement: stateRepeats(repeats, sound, reason),
    limits: [...limits, ...partLimits(sound)],
    facts: {
      examinedSeconds: toHundredths(sound.samples.length / sound.sampleRate),
      pieces: repeats.length,
      repeats: repeats.map((repeat) => factsOf(repeat, sound)),
    },
    parameters: { leastPieceSeconds, leastLagSeconds, mostPeriodicity, mostPieces, mostShare, mostSilence },
    artifacts: isTold ? [await draw(sound, repeats)] : [],
    locations: isTold ? repeats.flatMap((repeat) => placesOf(repeat, sound)) : [],
  });
}

/** Why what repeats need not have been copied to deceive; null where nothing of the kind is seen. */
function innocentReason(repeats: readonly Repeat[], { samples, sampleRate }: MonoSound): string | null {
  const repeated = repeats.reduce((sum, { length }) => sum + 2 * length, 0);
  if (repeats.length > mostPieces || repeated > mostShare * samples.length)
    return 'so much of it repeats as in music and sounds that are put together from loops';
  if (silentShare(samples, Math.round(silenceSeconds * sampleRate)) > mostSilence)
    return 'it has places without any noise, as sound that was produced and not recorded has';
  return null;
}

function stateRepeats(repeats: readonly Repeat[], { sampleRate }: MonoSound, reason: string | null): string {
  const [first] = repeats.toSorted((one, other) => other.length - one.length);
  if (first === undefined)
    return 'No piece of half a second or more is heard a second time in the recording.';
  const at = (samples: number): string => placeInWords(samples / sampleRate);
  const seconds = (first.length / sampleRate).toFixed(1);
  const alike = first.isExact ? 'the same in every sample' : 'the same but for the losses of coding';
  const met = `A piece of ${seconds} s at ${at(first.start)} is heard again at ${at(first.start + first.lag)}, ${alike}.`;
  return reason === null
    ? `${met} No microphone records the same noise twice: one is a copy of the other.`
    : `${met} This does not show a deceit: ${reason}.`;
}

function factsOf({ start, length, lag, similarity, isExact }: Repeat, { sampleRate }: MonoSound): JsonObject {
  return {
    startSeconds: toHundredths(start / sampleRate),
    againSeconds: toHundredths((start + lag) / sampleRate),
    lengthSeconds: toHundredths(length / sampleRate),
    similarity: Math.floor(similarity * 1_000) / 1_000,
    isExact,
  };
}

/** Where the piece is heard, both times. */
function placesOf({ start, length, lag }: Repeat, { sampleRate }: MonoSound): FindingLocation[] {
  return [start, start + lag].map((from) => ({
    startSeconds: toHundredths(from / sampleRate),
    endSeconds: toHundredths((from + length) / sampleRate),
  }));
}

function draw(sound: MonoSound, repeats: readonly Repeat[]): Promise<CheckArtifact> {
  const spans = repeats.flatMap(({ start, length, lag }) => {
    const span = (from: number, colour: 'orange' | 'blue') =>
      ({ from: from / sound.sampleRate, to: (from + length) / sound.sampleRate, colour }) as const;
    return [span(start, 'orange'), span(start + lag, 'blue')];
  });
  const minutes = placeInWords(sound.samples.length / sound.sampleRate);
  const legend = `The recording from its beginning to ${minutes}; the same sound twice, once in orange and again in blue.`;
  return drawTimeline(sound, spans, legend);
}
