import type { ChangeKind } from './change-kinds.ts';

/**
 * How altered files are assumed to divide among the kinds of change their medium knows: an assumption, stated with every
 * result, since nobody has counted. What no check looks for has its share all the same. That a file is generated is another
 * proposition, of which it is the whole.
 */
export const changeShares: Readonly<Record<ChangeKind, number>> = {
  'copied-area': 1 / 3,
  'inserted-area': 2 / 9,
  'removed-area': 2 / 9,
  'retouched-area': 2 / 9,
  'changed-after-signing': 1 / 4,
  'changed-in-later-save': 1 / 4,
  'written-anew': 1 / 4,
  'altered-picture-inside': 1 / 4,
  'cut-or-joined': 1 / 4,
  'changed-frames': 1 / 4,
  'replaced-sound': 1 / 4,
  'copied-sound': 1 / 8,
  'repeated-frames': 1 / 8,
  generated: 1,
};

/** The share of the altered files that were changed in one of these ways. */
export function shareOf(changes: readonly ChangeKind[]): number {
  return changes.reduce((sum, change) => sum + changeShares[change], 0);
}

/**
 * Log10 likelihood ratio of "altered in some way" from the natural log ratio of "altered in one of these ways": to the
 * other alterations the check is as blind as to none.
 */
export function mixedLlr(natural: number, changes: readonly ChangeKind[]): number {
  const share = shareOf(changes);
  return Math.log10(share * Math.exp(natural) + 1 - share);
}
