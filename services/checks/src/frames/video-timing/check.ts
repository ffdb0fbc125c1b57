import { readFile } from 'node:fs/promises';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { searchedWhole, stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { placeInWords, toHundredths } from '../../sound/clock-words.ts';
import { readPackets } from '../read-packets.ts';
import type { MediaPacket } from '../read-packets.ts';
import { manifest } from './manifest.ts';

const minFrames = 10;
/** A factor of the usual distance between two frames. */
const gapFactor = 2.5;
/** Where more distances than these are unusual, the camera chose its rate as it went, as phones do. */
const unusual = 0.1;
const mostUnusual = 0.05;
const tellableSkewSeconds = 0.5;
const maxShown = 12;

const limits = [
  'Phones drop pictures in low light and under load, and converters keep or close gaps; an editor that writes a video anew leaves none.',
];

/** Reads when each picture is shown and how long pictures and sound last: gaps, and tracks of different length, without weight. */
export const check: Check = { ...manifest, run: examine };

async function examine({ mimeType, beside }: Subject): Promise<CheckResult> {
  if (!mimeType.startsWith('video/')) return forOtherType(manifest, 'the file is not a video');
  if (beside?.packets === undefined) return notApplicable(manifest, 'its streams could not be read');
  const { pictures, sound } = readPackets(await readFile(beside.packets, 'latin1'));
  if (pictures.length < minFrames) return notApplicable(manifest, 'it has too few pictures');
  const { interval, isSteady, gaps } = gapsOf(pictures);
  const searched = [searchedWhole('frame', pictures.length)] as const;
  const skew = sound.length === 0 ? null : endOf(sound) - endOf(pictures);
  return finding(manifest, {
    statement: stateTiming(isSteady ? gaps : null, skew, searched),
    searched,
    limits,
    facts: {
      pictures: pictures.length,
      intervalSeconds: Math.round(interval * 10_000) / 10_000,
      isSteady,
      gaps: gaps.slice(0, maxShown),
      soundLongerSeconds: skew === null ? null : toHundredths(skew),
      keyPictures: keyFacts(pictures),
    },
    parameters: { gapFactor, mostUnusual, tellableSkewSeconds },
    locations: (isSteady ? gaps : []).slice(0, maxShown).map(({ atSeconds, lengthSeconds }) => ({
      startSeconds: atSeconds,
      endSeconds: toHundredths(atSeconds + lengthSeconds),
    })),
  });
}

interface Gap extends JsonObject {
  readonly atSeconds: number;
  readonly lengthSeconds: number;
}

function gapsOf(pictures: readonly MediaPacket[]): { interval: number; isSteady: boolean; gaps: Gap[] } {
  const distances = pictures.slice(1).map(({ seconds }, index) => seconds - (pictures[index]?.seconds ?? 0));
  const interval = distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
  const odd = distances.filter((distance) => Math.abs(distance - interval) > unusual * interval).length;
  // Decoders drop what cannot be decoded behind the first picture, so that a converted video often begins with a gap.
  const gaps = distances.flatMap((distance, index) =>
    index > 0 && distance > gapFactor * interval
      ? [{ atSeconds: toHundredths(pictures[index]?.seconds ?? 0), lengthSeconds: toHundredths(distance) }]
      : [],
  );
  return { interval, isSteady: odd <= mostUnusual * distances.length, gaps };
}

function endOf(packets: readonly MediaPacket[]): number {
  return packets.reduce((end, { seconds, durationSeconds }) => Math.max(end, seconds + durationSeconds), 0);
}

/** How far apart the pictures are that need no other, in pictures: an encoder keeps one distance, or its cuts of scenes. */
function keyFacts(pictures: readonly MediaPacket[]): JsonObject {
  const keys = pictures.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  const distances = keys.slice(1).map((index, at) => index - (keys[at] ?? 0));
  return { count: keys.length, longestDistance: distances.length === 0 ? null : Math.max(...distances) };
}

/** @param gaps null where the rate is not steady */
function stateTiming(
  gaps: readonly Gap[] | null,
  skew: number | null,
  searched: readonly [SearchedPart],
): string {
  const [first] = gaps ?? [];
  const gap =
    first === undefined
      ? stateEvenness(gaps, searched)
      : `At ${placeInWords(first.atSeconds)} no picture comes for ${first.lengthSeconds.toFixed(2)} s in a video of a steady rate${morePlaces(gaps)}; pictures may have been dropped or cut out.`;
  if (skew === null || Math.abs(skew) < tellableSkewSeconds) return gap;
  const longer = skew > 0 ? 'sound lasts' : 'pictures last';
  return `${gap} The ${longer} ${Math.abs(skew).toFixed(1)} s longer than the ${skew > 0 ? 'pictures' : 'sound'}.`;
}

function stateEvenness(gaps: readonly Gap[] | null, searched: readonly [SearchedPart]): string {
  return gaps === null
    ? 'Its pictures come at uneven times, as of a device that chooses its rate as it goes; gaps tell nothing then.'
    : stateAbsence(searched, 'Its pictures follow each other without a gap.').join(' ');
}

function morePlaces(gaps: readonly Gap[] | null): string {
  const more = (gaps?.length ?? 0) - 1;
  return more > 0 ? `, and at ${String(more)} more places` : '';
}
