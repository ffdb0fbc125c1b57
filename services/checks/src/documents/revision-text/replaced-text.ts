import { shortened } from '../hidden-text/shortened.ts';
import { touches } from '@assay/media/pdf/marks/geometry';
import type { Box } from '@assay/media/pdf/marks/geometry';
import type { FindingLocation, JsonObject } from '../../check/check.ts';
import { pageLocation } from '../pages/page-location.ts';
import type { CoveredText } from './covered-text.ts';
import type { PlacedDifference } from './difference-facts.ts';

/** Words of an earlier state that are no longer seen, with other words in their place. */
export interface ReplacedText {
  /** Counted from 1. */
  readonly page: number;
  readonly before: string;
  readonly after: string;
  readonly box: Box;
  /** The save that did it, counted from 1; null: an annotation, and the file does not say when it was added. */
  readonly save: number | null;
  /** The save that showed the earlier words, counted from 1; null like `save`. */
  readonly since: number | null;
  /** True where the earlier words are still drawn, beneath a cover. */
  readonly isCovered: boolean;
}

const maxTextLength = 120;
const maxStated = 2;

/** A difference between two saves, counted from 1. */
export type SavedDifference = PlacedDifference & { readonly since: number; readonly save: number };

/** The words that saves and annotations replaced, in the order of the differences. Additions that hide nothing are left out. */
export function listReplaced(
  differences: readonly SavedDifference[],
  covered: readonly CoveredText[],
): ReplacedText[] {
  const rewritten = differences.flatMap(rewrittenText);
  return [...rewritten, ...covered.map((text) => withAddedWords(text, differences))].filter(readsDifferently);
}

function rewrittenText({ of, page, before, after, box, since, save }: SavedDifference): ReplacedText[] {
  if (of !== 'text' || before === null || after === null) return [];
  return [{ page, before, after, box, since, save, isCovered: false }];
}

/** Words that the same save wrote onto a cover are quoted as they were written, with their spaces. */
function withAddedWords(
  { page, before, shown, box, since, save }: CoveredText,
  differences: readonly SavedDifference[],
): ReplacedText {
  const added = differences.filter(
    (one) =>
      one.save === save &&
      one.since === since &&
      one.page === page &&
      one.before === null &&
      touches(one.box, box),
  );
  const words = added.filter(({ of }) => of === 'text').map(({ after }) => after ?? '');
  return { page, before, after: words.join(' ') || shown, box, since, save, isCovered: true };
}

function readsDifferently({ before, after }: ReplacedText): boolean {
  const was = lettersIn(before);
  const is = lettersIn(after);
  return was !== '' && is !== '' && was !== is;
}

function lettersIn(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
}

/** A sentence for each of the first places, and how many more there are. */
export function stateReplaced(replaced: readonly ReplacedText[]): string[] {
  const more = replaced.length - maxStated;
  return [
    ...replaced.slice(0, maxStated).map(stateOne),
    ...(more > 0 ? [`${String(more)} more places with other words are listed with the facts.`] : []),
  ];
}

function stateOne({ page, before, after, since, save, isCovered }: ReplacedText): string {
  const was = `“${shortened(before)}”`;
  const is = `“${shortened(after)}”`;
  const where = `On page ${String(page)}`;
  if (save === null || since === null)
    return `${where}, an annotation covers ${was} and ${is} stands in its place.`;
  if (save - since > 1)
    return isCovered
      ? `${where}, a save after save ${String(since)} covered ${was} and wrote ${is} in its place.`
      : `${where}, ${was} stood in save ${String(since)} where ${is} stands in save ${String(save)}.`;
  if (isCovered) return `${where}, save ${String(save)} covered ${was} and wrote ${is} in its place.`;
  return `${where}, ${was} stood where ${is} stands since save ${String(save)}.`;
}

export function replacedFacts({ page, before, after, save, isCovered }: ReplacedText): JsonObject {
  const cut = (text: string): string => text.slice(0, maxTextLength);
  return { page, before: cut(before), after: cut(after), save, isCovered };
}

export function replacedLocation({ page, box }: ReplacedText): FindingLocation {
  return pageLocation(page, box);
}
