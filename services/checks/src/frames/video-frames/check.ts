import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type {
  Check,
  CheckArtifact,
  CheckResult,
  FindingLocation,
  JsonObject,
  Subject,
} from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import { placeInWords, toHundredths } from '../../sound/clock-words.ts';
import { drawTimeline } from '../../sound/timeline.ts';
import {
  findReturns,
  leastJump,
  leastLag,
  leastLength,
  leastMotion,
  mostExactRatio,
  mostRatio,
} from './find-returns.ts';
import type { Return } from './find-returns.ts';
import { motionOf, readFrames } from './read-frames.ts';
import type { FrameSequence } from './read-frames.ts';
import { manifest } from './manifest.ts';

const leastFrames = 30;
/** What returns more often, or for more of the video, is a loop. */
const mostReturns = 3;
const mostShare = 0.4;
/** A camera has noise; where so many pictures do not change at all, it was none, or pictures were added between. */
const stillness = 0.02;
const mostStill = 0.3;
const maxShown = 12;

const limits = [
  'A scene that hardly moves looks the same whether it was copied or not; copies that were stretched, cropped or changed are not found, and those in a strongly coded video seldom.',
  'Replays, loops, title sequences and animations show pictures again without deceit.',
];

/**
 * Looks for moving pictures that are shown again, as when a stretch of a video covers what happened; places are in seconds by
 * the average frame rate. Works on frames of 160 × 90 grey pixels. About 2 s for two minutes of 30 frames a second.
 */
export const check: Check = { ...manifest, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  if (!subject.mimeType.startsWith('video/')) return forOtherType(manifest, 'the file is not a video');
  const frames = await readFrames(subject);
  if (frames === undefined) return notApplicable(manifest, 'its pictures could not be decoded');
  if (frames.count < leastFrames) return notApplicable(manifest, 'it has too few pictures to compare');
  const motion = motionOf(frames);
  const returns = findReturns(frames, motion, signal);
  const reason = innocentReason(returns, motion);
  const isTold = returns.length > 0 && reason === null;
  const isExact = returns.some((found) => found.isExact);
  return finding(manifest, {
    llrManipulated: isTold && isExact ? likelihoodRatios['frames-met-twice'].llr : 0,
    statement: stateReturns(returns, frames, { reason, isExact }),
    searched: [frames.searched],
    limits,
    facts: {
      frames: frames.count,
      frameRate: frames.rate,
      stillShare: toHundredths(stillShare(motion)),
      freezes: freezesOf(motion).slice(0, maxShown),
      returns: returns.length,
      isInnocent: reason !== null,
      places: returns.slice(0, maxShown).map((found) => factsOf(found, frames)),
    },
    parameters: {
      leastLength,
      leastLag,
      leastMotion,
      leastJump,
      mostRatio,
      mostExactRatio,
      mostReturns,
      mostShare,
      mostStill,
    },
    artifacts: isTold ? [await draw(frames, motion, returns)] : [],
    locations: isTold ? returns.flatMap((found) => placesOf(found, frames)) : [],
  });
}

function innocentReason(returns: readonly Return[], motion: Float32Array): string | null {
  const shown = returns.reduce((sum, { length }) => sum + 2 * length, 0);
  if (returns.length > mostReturns || shown > mostShare * motion.length)
    return 'loops and animations return so';
  if (stillShare(motion) > mostStill)
    return 'so many of its pictures do not change at all that no camera took them in a row';
  return null;
}

function stillShare(motion: Float32Array): number {
  return motion.filter((value) => value < stillness).length / motion.length;
}

/** First frame and length of each run of at least three pictures that do not change. */
function freezesOf(motion: Float32Array): number[][] {
  const runs: number[][] = [];
  for (let from = 1; from < motion.length; from++) {
    let to = from;
    while (to < motion.length && (motion[to] ?? 0) < stillness) to++;
    if (to - from >= 2) runs.push([from - 1, to - from + 1]);
    from = to;
  }
  return runs;
}

function stateReturns(
  returns: readonly Return[],
  { rate, searched }: FrameSequence,
  { reason, isExact }: { readonly reason: string | null; readonly isExact: boolean },
): string {
  const [longest] = returns.toSorted((one, other) => other.length - one.length);
  if (longest === undefined)
    return stateAbsence([searched], 'No moving pictures of the video are shown a second time.').join(' ');
  const at = (frame: number): string => (rate > 0 ? placeInWords(frame / rate) : `frame ${String(frame)}`);
  const shown = `${String(longest.length)} pictures from ${at(longest.start)} on are shown again from ${at(longest.start + longest.lag)} on.`;
  if (reason !== null) return `${shown} This does not show a deceit: ${reason}.`;
  return isExact
    ? `${shown} What moves never moves exactly so again: one stretch is a copy of the other.`
    : `${shown} They differ as a copy does that was coded again; compare both places, since too few videos were measured to weigh it.`;
}

function factsOf({ start, length, lag, isExact, ...measured }: Return, { rate }: FrameSequence): JsonObject {
  const seconds = (frame: number): number | null => (rate > 0 ? toHundredths(frame / rate) : null);
  return {
    firstFrame: start,
    againFrame: start + lag,
    frames: length,
    startSeconds: seconds(start),
    againSeconds: seconds(start + lag),
    difference: toHundredths(measured.difference),
    motion: toHundredths(measured.motion),
    isExact,
  };
}

/** Where the pictures are shown, both times; none where the rate is not known. */
function placesOf({ start, length, lag }: Return, { rate }: FrameSequence): FindingLocation[] {
  if (rate <= 0) return [];
  return [start, start + lag].map((from) => ({
    startSeconds: toHundredths(from / rate),
    endSeconds: toHundredths((from + length) / rate),
  }));
}

function draw(
  frames: FrameSequence,
  motion: Float32Array,
  returns: readonly Return[],
): Promise<CheckArtifact> {
  const rate = frames.rate > 0 ? frames.rate : 1;
  const spans = returns.flatMap(({ start, length, lag }) => {
    const span = (from: number, colour: 'orange' | 'blue') =>
      ({ from: from / rate, to: (from + length) / rate, colour }) as const;
    return [span(start, 'orange'), span(start + lag, 'blue')];
  });
  const legend =
    'How much moves, from the beginning to the end; the same pictures twice, once in orange and again in blue.';
  return drawTimeline({ samples: motion, sampleRate: rate }, spans, legend);
}
