import type { PdfFile } from '@assay/media/pdf/pdf-file';
import { readRevisionChanges } from '@assay/media/pdf/revision-changes';
import { trackPageChanges } from '@assay/media/pdf/state/page-changes';
import type { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { countWithout } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { startWork } from '../pages/document-effort.ts';
import type { DocumentEffort } from '../pages/document-effort.ts';
import { readSince, readsDifferently, unchangedSince } from '../revision-text/since-signing.ts';
import type { SinceSigning } from '../revision-text/since-signing.ts';
import { compareLook, sameLook } from './compare-look.ts';
import type { SignedLook } from './compare-look.ts';
import { permitsAnnotations } from './permitted-changes.ts';

/** Replaced after signing, these change what a reader sees; the others are lawful (ISO 32000-2 §12.8.2.2). */
const visibleParts = ['page content', 'picture'] as const;

/** The changes that later revisions made to a signed one. */
export interface ChangesSince {
  /** True when content of a page was written anew. */
  readonly changedLater: boolean;
  /** How many objects of fonts that pages use were written anew. */
  readonly replacedFonts: number;
  readonly read: SinceSigning;
  readonly look: SignedLook;
}

/** The signed state of a document. */
export interface SignedState {
  /** The index of its revision; -1 when no revision is signed. */
  readonly signed: number;
  /** The strictest level of its certifications; undefined where it has approval signatures alone. */
  readonly permission?: number | undefined;
}

/** Compares the last revision with the signed one. */
export async function readChangesSince(
  pdf: PdfFile,
  { signed, permission = permitsAnnotations }: SignedState,
  effort: DocumentEffort,
): Promise<ChangesSince> {
  const last = pdf.revisions.length - 1;
  const later = signed < 0 ? [] : readRevisionChanges(pdf).filter(({ revision }) => revision > signed);
  const pair = { before: Math.max(0, signed), after: last };
  const changes = later.length === 0 ? null : trackPageChanges(pdf)(pair);
  const states = changes?.mayDiffer === true ? { ...pair, ...changes, permission } : null;
  return {
    changedLater: later.some(({ replaced }) => visibleParts.some((part) => (replaced[part] ?? 0) > 0)),
    replacedFonts: later.reduce((sum, { replacedFonts }) => sum + replacedFonts, 0),
    read:
      states === null
        ? unchangedSince
        : await readSince(pdf, states, startWork(effort.operators, effort.cpuMs)),
    look: states === null ? sameLook : await compareLook(pdf, states, startWork(effort.pixels, effort.cpuMs)),
  };
}

export type SearchedParts = [SearchedPart, ...SearchedPart[]];

/** Lists the pages that were read and drawn; the saves, which were all walked, where no page can have changed. */
export function listSearched({ read, look }: ChangesSince, saves: number): SearchedParts {
  const all = [...read.searched, ...look.searched].toSorted((one, other) => one.searched - other.searched);
  const [first = countWithout('save', saves, [], 'limit')] = all;
  const rest = all.slice(1).filter(({ searched, total }) => searched < total);
  return [first, ...rest];
}

/** Returns the row of the strongest change; null when all of them are lawful. */
export function weighChanges(changes: ChangesSince): keyof typeof likelihoodRatios | null {
  const { changedLater, replacedFonts, read, look } = changes;
  if (readsDifferently(read) || (changedLater && look.changed.length > 0))
    return 'document-changed-after-signing';
  if (replacedFonts > 0 && read.covered.length + look.hiding.length === 0)
    return changedLater ? 'signed-page-looks-different' : 'font-replaced-after-signing';
  if (changedLater || look.changed.length + look.hiding.length > 0 || read.covered.length > 0)
    return 'signed-page-looks-different';
  return read.uncovered.length > 0 ? 'text-uncovered-after-signing' : null;
}
