import type { TextDifference } from '@assay/media/pdf/text/compare-page-text';
import type { FindingLocation, JsonObject } from '../../check/check.ts';
import { shortened } from '../hidden-text/shortened.ts';
import { pageLocation } from '../pages/page-location.ts';

/** A difference and where it is. */
export interface PlacedDifference extends TextDifference {
  /** Counted from 1. */
  readonly page: number;
}

const maxTextLength = 120;

/** Changed words come before added and removed ones, and words of the page before those of notes. */
export function mostTelling<T extends PlacedDifference>(differences: readonly T[]): T | undefined {
  const weightOf = ({ of, before, after }: PlacedDifference): number =>
    (of === 'text' ? 2 : 0) + (before !== null && after !== null ? 1 : 0);
  return differences.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
}

/** One sentence; `since` names what wrote the later state, such as `save 2`. */
export function stateDifference({ page, before, after }: PlacedDifference, since: string): string {
  const where = `On page ${String(page)}`;
  if (before === null) return `${where}, ${since} added “${shortened(after)}”.`;
  if (after === null) return `${where}, ${since} removed “${shortened(before)}”.`;
  return `${where}, “${shortened(before)}” stood where “${shortened(after)}” stands since ${since}.`;
}

export function differenceFacts({ page, of, before, after }: PlacedDifference): JsonObject {
  const cut = (text: string | null): string | null => text?.slice(0, maxTextLength) ?? null;
  return { page, of, before: cut(before), after: cut(after) };
}

export function differenceLocation({ page, box }: PlacedDifference): FindingLocation {
  return pageLocation(page, box);
}
