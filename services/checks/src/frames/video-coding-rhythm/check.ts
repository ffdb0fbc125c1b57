import { readFile } from 'node:fs/promises';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, Subject } from '../../check/check.ts';
import { searchedWhole, stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { toHundredths } from '../../sound/clock-words.ts';
import { betweenShare, findRhythm } from './coding-rhythm.ts';
import type { CodingRhythm } from './coding-rhythm.ts';
import { readPackets } from '../read-packets.ts';
import { manifest } from './manifest.ts';

const leastPictures = 60;
/** Pictures predicted from both sides hide what an earlier coding left. */
const mostBetween = 0.1;

const limits = [
  'Networks, messengers and every program that cuts or turns a video code it again; having been coded twice says nothing of its content.',
  'Some encoders put complete pictures in at a fixed distance without marking them so, which looks the same in a video coded once.',
  'An earlier coding of the same rhythm, one without loss, and one that was cut before it was coded again, leave no trace or none that is found.',
];

/**
 * Looks in the sizes of predicted pictures for the rhythm of an earlier coding (see findRhythm), which is told as the history of the file and
 * weighs nothing.
 */
export const check: Check = { ...manifest, run: examine };

async function examine({ mimeType, beside }: Subject): Promise<CheckResult> {
  if (!mimeType.startsWith('video/')) return forOtherType(manifest, 'the file is not a video');
  if (beside?.packets === undefined)
    return notApplicable(manifest, 'its streams could not be read, which takes FFmpeg');
  const { pictures } = readPackets(await readFile(beside.packets, 'latin1'));
  if (pictures.length < leastPictures) return notApplicable(manifest, 'it has too few pictures');
  if (betweenShare(pictures) > mostBetween)
    return notApplicable(manifest, 'its pictures are predicted from both sides, which hides earlier codings');
  const searched = [searchedWhole('frame', pictures.length)] as const;
  const rhythm = findRhythm(pictures);
  return finding(manifest, {
    statement: stateRhythm(rhythm, searched),
    searched,
    limits,
    facts: {
      pictures: pictures.length,
      rhythm: rhythm === null ? null : { ...rhythm, factor: toHundredths(rhythm.factor) },
    },
    parameters: { leastPictures, mostBetween },
  });
}

function stateRhythm(rhythm: CodingRhythm | null, searched: readonly [SearchedPart]): string {
  if (rhythm === null)
    return stateAbsence(searched, 'The sizes of its pictures show no earlier coding.').join(' ');
  const { period, count, factor } = rhythm;
  return `Every ${String(period)} pictures, ${String(count)} times, one is ${factor.toFixed(1)} times as large as those beside it: the video was probably coded before, with a complete picture every ${String(period)}. That is common and says nothing of its content.`;
}
