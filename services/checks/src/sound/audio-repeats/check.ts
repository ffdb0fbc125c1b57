import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { finding, notApplicable } from '../../check/check-result.ts';
import type {
  Check,
  CheckArtifact,
  CheckResult,
  FindingLocation,
  JsonObject,
  Subject,
} from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { measuredScenes, pointsAbove, scoreLlr } from '../../likelihood/score-calibration.ts';
import calibrationTable from './calibration-table.json' with { type: 'json' };
import { findRepeats, leastLagSeconds, leastPieceSeconds } from './find-repeats.ts';
import { mostPeriodicity } from './verify-repeat.ts';
import type { Repeat } from './verify-repeat.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { placeInWords, toHundredths } from '../clock-words.ts';
import { silentShare } from '../digital-silence.ts';
import { minAudioSeconds } from '../min-seconds.ts';
import { searchedSeconds, soundOrReason } from '../subject-sound.ts';
import { drawTimeline } from '../timeline.ts';
import { manifest } from './manifest.ts';

/** What repeats more often, or for more of the recording, was built from loops or jingles. */
const mostPieces = 3;
const mostShare = 0.4;
/** Where more of what surrounds two pieces agrees, they were played alike and not copied. */
const mostSurroundings = 0.3;
/** Decibels: pieces that agree better are the same, and those that agree so much less than others are of another kind. */
const mostAgreement = 50;
const muchLess = 15;
/** Recordings have noise; where this much is without any, the sound was produced. */
const mostSilence = 0.1;
const silenceSeconds = 0.02;

const limits = [
  'Of copies that were coded with loss afterwards most agree no better than music does with itself, and are shown without weight.',
  'Pieces of less than half a second, steady tones, silence, and copies that were stretched, filtered or mixed with other sound are not found.',
  'Jingles, sound effects and music put together from samples repeat without deceit; whether the piece is such a thing, a person has to hear.',
];

/**
 * Looks for a piece of sound that is heard twice: prints of the spectrum propose pairs of places, which are registered sample
 * by sample and followed as long as they agree. The score is how well the best pair agrees that ends at once, in decibels;
 * what repeats regularly, steady tones and sound without noise score nothing. Places are in seconds. About 2 s for 10 minutes.
 */
export const check: Check = { ...manifest, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const sound = await soundOrReason(subject, minAudioSeconds);
  if (typeof sound === 'string') return notApplicable(manifest, sound);
  if (silentShare(sound.samples, Math.round(silenceSeconds * sound.sampleRate)) > mostSilence)
    return notApplicable(
      manifest,
      'much of it is without any noise, as sound that was produced and not recorded is',
    );
  const { repeats, searched: candidates } = findRepeats(sound, signal);
  const searched = [searchedSeconds(sound, subject), candidates] as const;
  const reason = innocentReason(repeats, sound);
  const scored = repeats.map((repeat) => ({
    ...repeat,
    score: reason === null ? scoreOf(repeat) : 0,
  }));
  const score = Math.max(0, ...scored.map((repeat) => repeat.score));
  const above = pointsAbove(calibrationTable, manifest.searchesFor);
  const told = scored.filter((repeat) => repeat.score > above);
  return finding(manifest, {
    llrManipulated: weightOf(score),
    calibration: measuredScenes(calibrationTable, manifest.searchesFor),
    statement: stateRepeats({ repeats: scored, reason, isPointed: told.length > 0, searched }, sound),
    searched,
    limits,
    facts: {
      examinedSeconds: toHundredths(sound.samples.length / sound.sampleRate),
      pieces: repeats.length,
      score,
      repeats: scored.map((repeat) => factsOf(repeat, sound)),
    },
    parameters: {
      leastPieceSeconds,
      leastLagSeconds,
      mostPeriodicity,
      mostPieces,
      mostShare,
      mostSilence,
      mostSurroundings,
      muchLess,
      calibration: calibrationTable.version,
    },
    artifacts: told.length > 0 ? [await draw(sound, told)] : [],
    locations: told.flatMap((repeat) => placesOf(repeat, sound)),
  });
}

/**
 * The ratio of the table, and at most the one of pictures that return: what is replayed in a video repeats in both, which is one finding and
 * not two that multiply.
 */
export function weightOf(score: number): number {
  return Math.min(
    likelihoodRatios['frames-met-twice'].llr,
    scoreLlr(score, calibrationTable, manifest.searchesFor),
  );
}

type ScoredRepeat = Repeat & { readonly score: number };

/** How well the two pieces agree, in decibels to a tenth. */
function agreementOf({ similarity }: Pick<Repeat, 'similarity'>): number {
  const decibels = Math.min(mostAgreement, -10 * Math.log10(Math.max(1e-9, 1 - similarity)));
  return Math.round(10 * decibels) / 10;
}

/** The agreement of pieces that end at once; 0 where they go over into surroundings that agree as well. */
function scoreOf(repeat: Repeat): number {
  return repeat.surroundings > mostSurroundings ? 0 : agreementOf(repeat);
}

/** Why what repeats need not have been copied to deceive; null where nothing of the kind is seen. */
function innocentReason(repeats: readonly Repeat[], { samples }: MonoSound): string | null {
  const best = Math.max(0, ...repeats.map(scoreOf));
  // What agrees far less than the best pair was played twice, and says nothing of how that one came about.
  const alike = repeats.filter((repeat) => agreementOf(repeat) >= best - muchLess);
  const repeated = alike.reduce((sum, { length }) => sum + 2 * length, 0);
  if (alike.length > mostPieces || repeated > mostShare * samples.length)
    return 'so much of it repeats as in music and sounds that are put together from loops';
  return null;
}

interface Met {
  readonly repeats: readonly ScoredRepeat[];
  readonly reason: string | null;
  readonly isPointed: boolean;
  readonly searched: readonly [SearchedPart, ...SearchedPart[]];
}

function stateRepeats({ repeats, reason, isPointed, searched }: Met, { sampleRate }: MonoSound): string {
  const [first] = repeats.toSorted((one, other) => other.score - one.score || other.length - one.length);
  if (first === undefined)
    return stateAbsence(
      searched,
      'No piece of half a second or more is heard a second time in the recording.',
    ).join(' ');
  const at = (samples: number): string => placeInWords(samples / sampleRate);
  const seconds = (first.length / sampleRate).toFixed(1);
  const alike = first.isExact ? 'the same in every sample' : 'nearly the same';
  const met = `A piece of ${seconds} s at ${at(first.start)} is heard again at ${at(first.start + first.lag)}, ${alike}`;
  if (first.score === 0)
    return `${met}. This does not show a deceit: ${reason ?? 'what surrounds it agrees as well, as what is played twice does'}.`;
  const { innocentScenes } = calibrationTable;
  const often = `${String(innocentAbove(first.score))} of ${String(innocentScenes)} innocent recordings have pieces that agree as well`;
  return isPointed
    ? `${met}, though what surrounds it is not: one is probably a copy of the other; ${often}.`
    : `${met}. Copies do so, and so does music; ${often}, so that it says nothing by itself.`;
}

/** How many innocent scenes of the calibration score as high. */
function innocentAbove(score: number): number {
  const step = calibrationTable.steps.findLast(({ above }) => score > above);
  return step?.falseAlarms ?? calibrationTable.innocentScenes;
}

function factsOf(
  { start, length, lag, similarity, surroundings, isExact, score }: ScoredRepeat,
  { sampleRate }: MonoSound,
): JsonObject {
  return {
    startSeconds: toHundredths(start / sampleRate),
    againSeconds: toHundredths((start + lag) / sampleRate),
    lengthSeconds: toHundredths(length / sampleRate),
    agreementDecibels: agreementOf({ similarity }),
    surroundings: Math.round(surroundings * 100) / 100,
    score,
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
