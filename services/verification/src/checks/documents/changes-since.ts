import type { PdfFile } from '@assay/media/pdf/pdf-file';
import { readRevisionChanges } from '@assay/media/pdf/revision-changes';
import type { likelihoodRatios } from '../likelihood-ratios.ts';
import { readSince, readsDifferently, unchangedSince } from './revision-text/since-signing.ts';
import type { SinceSigning } from './revision-text/since-signing.ts';

/** Replaced after signing, these change what a reader sees; the others are lawful (ISO 32000-2 §12.8.2.2). */
const visibleParts = ['page content', 'picture'] as const;

/** The changes that later revisions made to a signed one. */
export interface ChangesSince {
  /** True when content of a page was replaced. */
  readonly changedLater: boolean;
  /** How many objects of fonts that pages use were written anew. */
  readonly replacedFonts: number;
  readonly read: SinceSigning;
}

/** Compares the last revision with the signed one; `signed` is its index, -1 when no revision is signed. */
export async function readChangesSince(pdf: PdfFile, signed: number): Promise<ChangesSince> {
  const later = signed < 0 ? [] : readRevisionChanges(pdf).filter(({ revision }) => revision > signed);
  return {
    changedLater: later.some(({ replaced }) => visibleParts.some((part) => (replaced[part] ?? 0) > 0)),
    replacedFonts: later.reduce((sum, { replacedFonts }) => sum + replacedFonts, 0),
    read: later.length === 0 ? unchangedSince : await readSince(pdf, signed),
  };
}

/** Returns the row of the strongest change; null when all of them are lawful. */
export function weighChanges({
  changedLater,
  replacedFonts,
  read,
}: ChangesSince): keyof typeof likelihoodRatios | null {
  if (changedLater || readsDifferently(read)) return 'document-changed-after-signing';
  if (read.uncovered.length > 0) return 'text-uncovered-after-signing';
  return replacedFonts > 0 ? 'font-replaced-after-signing' : null;
}
