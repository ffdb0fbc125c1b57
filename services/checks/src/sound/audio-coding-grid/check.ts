import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { finding, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckArtifact, CheckResult, Subject } from '../../check/check.ts';
import { leastStrength, mostProbes } from './find-grids.ts';
import { followGrids } from './follow-grids.ts';
import type { FollowedGrids, GridChange } from './follow-grids.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { placeInWords, toHundredths } from '../clock-words.ts';
import { minAudioSeconds } from '../min-seconds.ts';
import { codecOf, searchedSeconds, soundOrReason } from '../subject-sound.ts';
import { drawTimeline } from '../timeline.ts';
import { manifest } from './manifest.ts';

const maxShown = 12;
/** A change is drawn at least this wide. */
const drawnSeconds = 0.5;

const limits = [
  'Programmes, podcasts and advertisements are put together from pieces that were MP3 before, and leave the same trace without deceit.',
  'Only MP3 is recognized. A later coding at a lower rate, another sampling rate or speed removes the trace; a cut by whole blocks leaves none.',
];

/**
 * Looks for the blocks of MP3 coding in decoded sound: at the place where its granules begin, and nowhere beside it, the
 * coefficients that were quantized to zero are zero again. Earlier codings are told as the history of the file; a place from
 * which granules begin elsewhere was cut or joined after that coding, and is shown without weight. About 0.7 s of one core for
 * 10 s of sound, 3 s for long recordings.
 */
export const check: Check = { ...manifest, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const sound = await soundOrReason(subject, minAudioSeconds);
  if (typeof sound === 'string') return notApplicable(manifest, sound);
  const isMp3 = codecOf(subject) === 'mp3';
  const searched = [searchedSeconds(sound, subject)] as const;
  const followed = followGrids(sound, signal);
  const { grids, changes } = followed;
  const seconds = (samples: number): number => toHundredths(samples / sound.sampleRate);
  return finding(manifest, {
    statement: stateGrids(followed, sound, { isMp3, searched }),
    searched,
    limits,
    facts: {
      grids: grids.map((grid) => ({ ...grid })),
      changes: changes.slice(0, maxShown).map(({ after, before, fromOffset, toOffset }) => ({
        afterSeconds: seconds(after),
        beforeSeconds: seconds(before),
        fromOffset,
        toOffset,
      })),
    },
    parameters: { leastStrength, mostProbes },
    artifacts: changes.length > 0 ? [await draw(changes, sound)] : [],
    locations: changes
      .slice(0, maxShown)
      .map(({ after, before }) => ({ startSeconds: seconds(after), endSeconds: seconds(before) })),
  });
}

interface GridSearch {
  readonly isMp3: boolean;
  readonly searched: readonly [SearchedPart];
}

function stateGrids(
  { grids, changes }: FollowedGrids,
  { sampleRate }: MonoSound,
  { isMp3, searched }: GridSearch,
): string {
  const [first] = changes;
  if (first !== undefined) {
    const at = placeInWords((first.after + first.before) / 2 / sampleRate);
    const more = changes.length > 1 ? `, and at ${String(changes.length - 1)} more places` : '';
    return `Around ${at}${more} the blocks of an earlier MP3 coding begin anew: after that coding sound was cut out, put in or joined there.`;
  }
  const innocent = 'Many files have been through that, and it says nothing of what is heard.';
  if (grids.length === 0) return stateAbsence(searched, 'No coding as MP3 shows in the sound.').join(' ');
  if (isMp3 && grids.length === 1)
    return stateAbsence(searched, 'No coding as MP3 shows in the sound but its own.').join(' ');
  if (!isMp3) return `The sound was coded as MP3 before it was stored as it is now. ${innocent}`;
  return `The sound was coded as MP3 at least twice. ${innocent}`;
}

function draw(changes: readonly GridChange[], sound: MonoSound): Promise<CheckArtifact> {
  const spans = changes.map(({ after, before }) => {
    const middle = (after + before) / 2;
    const half = Math.max(before - after, drawnSeconds * sound.sampleRate) / 2;
    return {
      from: (middle - half) / sound.sampleRate,
      to: (middle + half) / sound.sampleRate,
      colour: 'orange',
    } as const;
  });
  const legend =
    'The recording from beginning to end; in orange where blocks of an earlier coding begin anew.';
  return drawTimeline(sound, spans, legend);
}
