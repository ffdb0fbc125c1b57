import { conditionWords } from '../../domain/pipeline/file-condition.ts';
import type { ErrorRate } from './error-rate.ts';
import { checkTitle } from '@assay/checks/words/check-titles';

/** States how often a verdict was wrong, of which files that holds, and what is not stated and why. */
export function errorRateSentence(rate: ErrorRate): string {
  const { changedSince } = rate;
  const sentences = [
    ...(rate.withheld === null ? stateRate(rate) : [rate.withheld]),
    ...stateOthers(rate),
    ...stateRarelyJudged(rate),
    ...(rate.withheld === null ? stateMakers(rate) : []),
    ...(changedSince.length === 0
      ? []
      : [
          `These checks were changed or added since that was measured: ${changedSince.map(checkTitle).join(', ')}.`,
        ]),
  ];
  return sentences.join(' ');
}

function stateRate({
  wrong,
  scenes,
  upperBound,
  description,
  byChange,
  sentOn,
  condition,
}: ErrorRate): string[] {
  const total =
    wrong === scenes && scenes > 0
      ? `All ${String(scenes)} ${description} got this verdict wrongly.`
      : `Of ${String(scenes)} ${description}, ${String(wrong)} got this verdict wrongly.`;
  const bound = `With 95 % certainty the rate is at most ${(100 * upperBound).toFixed(1)} %.`;
  return [
    total,
    ...(upperBound < 1 ? [bound] : []),
    ...(byChange.length === 0 ? [] : [`By what was done: ${list(byChange)}.`]),
    ...(sentOn === null ? [] : [`${sentOn.how}, ${String(sentOn.wrong)} of ${String(sentOn.files)} got it.`]),
    ...(condition === null ? [] : [`Counted were ${conditionWords[condition]}, like this file.`]),
  ];
}

function stateOthers({ missedByOthers }: ErrorRate): string[] {
  return missedByOthers.length === 0
    ? []
    : [
        `What other people altered was missed more often than in our own files, so that no rate is stated for it: ${list(missedByOthers)}.`,
      ];
}

function stateRarelyJudged({ rarelyJudged }: ErrorRate): string[] {
  const changes = rarelyJudged.map(({ change, scenes }) => `${change} (${String(scenes)})`);
  return changes.length === 0
    ? []
    : [`Fewer than 30 cases were judged of these changes, so that no rate is stated: ${changes.join('; ')}.`];
}

function stateMakers({ makers }: ErrorRate): string[] {
  return makers === 1
    ? [
        'One maker, the evaluation itself, made all of these changes; what others change may be missed more often.',
      ]
    : [];
}

function list(changes: ErrorRate['byChange']): string {
  return changes
    .map(({ change, wrong, scenes }) => `${change} ${String(wrong)} of ${String(scenes)}`)
    .join('; ');
}
