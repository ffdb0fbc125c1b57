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
import { blockSeconds, measureBackground } from './background.ts';
import { lastingSteps } from './lasting-steps.ts';
import type { LastingStep } from './lasting-steps.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { placeInWords, toHundredths } from '../clock-words.ts';
import { silentRuns } from '../digital-silence.ts';
import type { SilentRun } from '../digital-silence.ts';
import { minAudioSeconds } from '../min-seconds.ts';
import { searchedSeconds, soundOrReason } from '../subject-sound.ts';
import { drawTimeline } from '../timeline.ts';
import { manifest } from './manifest.ts';

const leastSilenceSeconds = 0.05;
/** At the ends recorders and encoders leave silence of their own. */
const endSeconds = 0.3;
/** More of them come from a gate that mutes all pauses. */
const mostSilences = 8;
const leastLevelDecibels = 12;
const leastOffset = 0.002;
const maxShown = 12;

const limits = [
  'A microphone that is muted, a connection that is lost, noise suppression and recorders that set their level themselves leave the same traces.',
  'Some codings with loss, such as Opus, leave nothing of digital silence.',
  'A cut between pieces of the same recording, at a quiet place, leaves none of them.',
];

/**
 * Looks for breaks in the background of a recording: digital silence where it is noisy before and after, and lasting changes
 * of its noise or its constant offset, as joined pieces have. They are shown and weigh nothing: how often innocent recordings
 * have them has not been measured.
 */
export const check: Check = { ...manifest, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const sound = await soundOrReason(subject, minAudioSeconds);
  if (typeof sound === 'string') return notApplicable(manifest, sound);
  const silences = innerSilences(sound);
  signal.throwIfAborted();
  const { levels, offsets } = measureBackground(sound);
  const breaks = {
    silences: silences.length > mostSilences ? [] : silences,
    levelSteps: lastingSteps(levels, leastLevelDecibels),
    offsetSteps: lastingSteps(offsets, leastOffset),
  };
  const searched = [searchedSeconds(sound, subject)] as const;
  const isBroken = Object.values(breaks).some(({ length }) => length > 0);
  return finding(manifest, {
    statement: stateBreaks(breaks, sound, { silences: silences.length, searched }),
    searched,
    limits,
    facts: factsOf(breaks, sound, silences.length),
    parameters: { leastSilenceSeconds, endSeconds, mostSilences, leastLevelDecibels, leastOffset },
    artifacts: isBroken ? [await draw(breaks, sound)] : [],
    locations: listPlaces(breaks, sound),
  });
}

interface Breaks {
  readonly silences: readonly SilentRun[];
  readonly levelSteps: readonly LastingStep[];
  readonly offsetSteps: readonly LastingStep[];
}

/** Silence that does not touch the ends, where the samples before and after it are not silent. */
function innerSilences({ samples, sampleRate }: MonoSound): SilentRun[] {
  const margin = endSeconds * sampleRate;
  return silentRuns(samples, Math.round(leastSilenceSeconds * sampleRate)).filter(
    ({ start, length }) => start > margin && start + length < samples.length - margin,
  );
}

function stateBreaks(
  { silences, levelSteps, offsetSteps }: Breaks,
  { sampleRate }: MonoSound,
  all: { readonly silences: number; readonly searched: readonly [SearchedPart] },
): string {
  const [silence] = silences.toSorted((one, other) => other.length - one.length);
  const [level] = levelSteps;
  const [offset] = offsetSteps;
  const around = ({ at }: LastingStep): string => `around ${placeInWords(at * blockSeconds)}`;
  const sentences = [
    ...(silence === undefined
      ? []
      : [
          `At ${placeInWords(silence.start / sampleRate)} the recording is digitally silent for ${(silence.length / sampleRate).toFixed(2)} s, and sounds before and after; a muted microphone, a lost connection and a deleted word look alike.`,
        ]),
    ...(level === undefined
      ? []
      : [
          `The noise of its background changes ${around(level)} by ${Math.abs(level.to - level.from).toFixed(0)} dB and stays so, as in another place, at another setting, or in another recording.`,
        ]),
    ...(offset === undefined ? [] : [`The constant offset of its samples changes ${around(offset)}.`]),
  ];
  if (sentences.length > 0) return sentences.join(' ');
  return all.silences > mostSilences
    ? 'Its pauses are muted throughout, as devices that suppress noise do; breaks cannot be told from that.'
    : stateAbsence(all.searched, 'No break shows in the background of the recording.').join(' ');
}

function listPlaces(
  { silences, levelSteps, offsetSteps }: Breaks,
  { sampleRate }: MonoSound,
): FindingLocation[] {
  const silent = silences.map(({ start, length }) => ({
    startSeconds: toHundredths(start / sampleRate),
    endSeconds: toHundredths((start + length) / sampleRate),
  }));
  const steps = [...levelSteps, ...offsetSteps].map(({ at }) => ({
    startSeconds: toHundredths(at * blockSeconds),
  }));
  return [...silent, ...steps].slice(0, maxShown);
}

function factsOf(breaks: Breaks, { sampleRate }: MonoSound, silences: number): JsonObject {
  const step = ({ at, from, to }: LastingStep): JsonObject => ({
    aroundSeconds: at * blockSeconds,
    from: Math.round(from * 10_000) / 10_000,
    to: Math.round(to * 10_000) / 10_000,
  });
  return {
    silences,
    digitalSilence: breaks.silences.map(({ start, length }) => ({
      startSeconds: toHundredths(start / sampleRate),
      lengthSeconds: toHundredths(length / sampleRate),
    })),
    backgroundDecibels: breaks.levelSteps.slice(0, maxShown).map(step),
    constantOffset: breaks.offsetSteps.slice(0, maxShown).map(step),
  };
}

function draw({ silences, levelSteps, offsetSteps }: Breaks, sound: MonoSound): Promise<CheckArtifact> {
  const silent = silences.map(({ start, length }) => {
    const from = start / sound.sampleRate;
    const to = (start + length) / sound.sampleRate;
    return { from, to, colour: 'orange' } as const;
  });
  const changed = [...levelSteps, ...offsetSteps].map(({ at }) => {
    return { from: at * blockSeconds, to: at * blockSeconds, colour: 'blue' } as const;
  });
  const legend =
    'The recording from its beginning to its end; digital silence in orange, lasting changes in blue.';
  return drawTimeline(sound, [...silent, ...changed], legend);
}
