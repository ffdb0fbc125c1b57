import type { SearchedPart } from '../../search/searched-part.ts';
import type { WorkBudget } from '../pages/document-effort.ts';
import type { DrawnPair } from '../drawn-revisions/draw-saves.ts';
import { countWithout } from '../../search/searched-part.ts';
import type { ComparedSaves } from './compare-saves.ts';
import type { AnnotatedText } from './covered-text.ts';

/** Everything that was read and drawn of the saves of a document. */
export interface SearchedSaves {
  readonly saveCount: number;
  readonly read: ComparedSaves;
  readonly annotated: AnnotatedText;
  readonly drawn: readonly DrawnPair[];
  readonly budgets: readonly WorkBudget[];
}

/** Counts the saves and pages that were compared, read and drawn; what one of them left out is not searched. */
export function countSaves({
  saveCount,
  read,
  annotated,
  drawn,
  budgets,
}: SearchedSaves): [SearchedPart, ...SearchedPart[]] {
  const steps = drawn.filter(({ since, save }) => save - since === 1);
  const overall = drawn.length === 1 ? drawn[0] : drawn.find(({ since, save }) => save - since > 1);
  const why = budgets.some((budget) => budget.limit() === 'time') ? 'time' : 'limit';
  const undrawn = steps.filter(isCutShort).map(({ save }) => save);
  const drawnInPart = countWithout(
    'save',
    saveCount,
    undrawn.filter((save) => !read.leftOutSaves.includes(save)),
    why,
  );
  const unreadableSaves = [
    ...read.unreadableSaves,
    ...steps.filter(({ doesOpen }) => !doesOpen).map(({ save }) => save),
  ];
  const pageCount = Math.max(read.pageCount, overall?.pageCount ?? 0);
  const leftOutPages = [...read.leftOutPages, ...annotated.leftOut, ...(overall?.leftOut ?? [])];
  const unreadablePages = [...read.unreadablePages, ...(overall?.unreadable ?? [])];
  const rest: readonly SearchedPart[] = [
    { ...drawnInPart, verb: 'drawn' },
    countWithout('save', saveCount, unreadableSaves, 'unreadable'),
    countWithout('page', Math.max(pageCount, ...leftOutPages), leftOutPages, why),
    countWithout('page', Math.max(pageCount, ...unreadablePages), unreadablePages, 'unreadable'),
  ];
  return [
    countWithout('save', saveCount, read.leftOutSaves, why),
    ...rest.filter(({ searched, total }) => searched < total),
  ];
}

function isCutShort({ wasDrawn, doesOpen, leftOut }: DrawnPair): boolean {
  return (!wasDrawn && doesOpen) || leftOut.length > 0;
}
