import type { PdfFile } from '@assay/media/pdf/pdf-file';
import { readRevisionChanges } from '@assay/media/pdf/revision-changes';
import type { RevisionChange } from '@assay/media/pdf/revision-changes';
import { compareRevisions } from '@assay/media/pdf/text/compare-revisions';
import { finding, notApplicable } from '../check-result.ts';
import type { Check, CheckResult, Subject } from '../check.ts';
import { likelihoodRatios } from '../likelihood-ratios.ts';
import { drawSaves, drawnFacts, stateDrawn } from './drawn-revisions/draw-saves.ts';
import type { DrawnSaves } from './drawn-revisions/draw-saves.ts';
import { openSubjectPdf } from './open-subject-pdf.ts';
import {
  differenceFacts,
  differenceLocation,
  mostTelling,
  placedDifferences,
  stateDifference,
} from './revision-text/difference-facts.ts';
import {
  readReplaced,
  replacedFacts,
  replacedLocation,
  stateReplaced,
} from './revision-text/replaced-text.ts';
import type { ReplacedText, SavedDifference } from './revision-text/replaced-text.ts';
import { savesToCompare, visibleIn } from './saves-to-compare.ts';

const identity = {
  slug: 'pdf-revisions',
  version: '6',
  kind: 'structural',
  searchesFor: ['changed-in-later-save'],
  criterion: 'container_structure',
} as const;

const limits = [
  'Filling a form, commenting, signing and adding validation data append revisions as well, and are innocent.',
  'A program that writes the whole file anew leaves one revision, whatever was changed.',
  'Authors correct their own documents in a later save as well. Words in pictures, words that text recognition put over a scan, and words that changed places on a page are not compared.',
  'Pages are drawn with standard fonts where the document brings none; what is too faint to be seen is not told.',
];

const shownRevisions = 50;
/** Milliseconds for comparing what pages say. */
const maxTime = 10_000;
const maxShown = 40;

/**
 * Tells the revisions of a PDF apart by its cross-reference chain (ISO 32000-2 §7.5.6) and says what each of them replaced. A
 * linearized file (annex F) has two ends and one revision. What an earlier revision showed can be recovered from the file: its
 * text is compared with that of the next one, page by page, and so are notes and filled fields. Words that a save or an annotation
 * covered or replaced, with others in their place, leave the document open. Both states are drawn, and the pages that look different
 * are shown.
 */
export const pdfRevisions: Check = { ...identity, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const { pdf, reason } = openSubjectPdf(subject);
  if (pdf === null) return notApplicable(identity, reason);
  if (pdf.trailer.entries.has('Encrypt'))
    return notApplicable(identity, 'the document is encrypted, so what was changed cannot be told');
  const changes = readRevisionChanges(pdf);
  const visible = changes.filter(({ replaced, revision }) => revision > 0 && visibleIn(replaced).length > 0);
  const saves = savesToCompare(changes);
  const read = await readDifferences(pdf, saves);
  const drawn = await drawSaves(pdf, saves, signal);
  const replaced = await readReplaced(pdf, read.differences, read.compared);
  return finding(identity, {
    llrManipulated: weigh(visible, replaced),
    statement: state({ changes, visible, replaced, differences: read.differences, drawn }),
    facts: {
      revisionCount: changes.length,
      revisions: changes.slice(0, shownRevisions).map(({ revision, replaced, added }) => ({
        revision: revision + 1,
        endsAt: pdf.revisions[revision]?.end ?? null,
        replaced: { ...replaced },
        added: { ...added },
      })),
      comparedSaves: read.compared,
      differences: read.differences
        .slice(0, maxShown)
        .map((one) => ({ save: one.save, ...differenceFacts(one) })),
      replacedText: replaced.slice(0, maxShown).map(replacedFacts),
      ...drawnFacts(drawn),
    },
    limits,
    artifacts: drawn.pictures,
    locations: [
      ...replaced.map(replacedLocation),
      ...read.differences
        .filter((one) => !replaced.some(({ box }) => box === one.box))
        .map(differenceLocation),
      ...drawn.changes.flatMap(({ areas }) => areas),
    ].slice(0, maxShown),
  });
}

function weigh(visible: readonly RevisionChange[], replaced: readonly ReplacedText[]): number {
  if (replaced.length > 0) return likelihoodRatios['text-replaced-later'].llr;
  return visible.length > 0 ? likelihoodRatios['document-changed-later'].llr : 0;
}

interface Read {
  readonly changes: readonly RevisionChange[];
  readonly visible: readonly RevisionChange[];
  readonly replaced: readonly ReplacedText[];
  readonly differences: readonly SavedDifference[];
  readonly drawn: DrawnSaves;
}

/** Replaced words come first: they are why the document stays open. */
function state({ changes, visible, replaced, differences, drawn }: Read): string {
  const telling = replaced.length > 0 ? undefined : mostTelling(differences);
  const said = telling === undefined ? [] : [stateDifference(telling, `save ${String(telling.save)}`)];
  const looksSame = differences.length === 0 && drawn.changes.length === 0 && replaced.length === 0;
  const saved = describe(changes, visible, looksSame);
  return [...stateReplaced(replaced), saved, ...said, ...stateDrawn(drawn)].join(' ');
}

async function readDifferences(
  pdf: PdfFile,
  revisions: readonly number[],
): Promise<{ readonly compared: number[]; readonly differences: SavedDifference[] }> {
  const until = performance.now() + maxTime;
  const compared: number[] = [];
  const differences: SavedDifference[] = [];
  for (const revision of revisions) {
    if (performance.now() > until) break;
    const read = await compareRevisions(pdf, { before: revision - 1, after: revision, until });
    if (read === null) continue;
    compared.push(revision + 1);
    differences.push(...placedDifferences(read.pages).map((one) => ({ save: revision + 1, ...one })));
  }
  return { compared, differences };
}

function describe(
  changes: readonly RevisionChange[],
  visible: readonly RevisionChange[],
  looksSame: boolean,
): string {
  if (changes.length === 1) return 'The document was written once; nothing was appended to it later.';
  const [first] = visible;
  if (first === undefined) {
    const parts = new Set(
      changes.slice(1).flatMap(({ replaced, added }) => Object.keys({ ...replaced, ...added })),
    );
    const named = [...parts].filter((part) => part !== 'other').join(', ') || 'administrative data';
    return `The document was saved ${String(changes.length)} times; later saves wrote ${named}${looksSame ? ' and replaced no content of a page' : ''}.`;
  }
  const parts = visibleIn(first.replaced).join(' and ');
  return `The document was saved ${String(changes.length)} times, and save ${String(first.revision + 1)} replaced ${parts} that an earlier one had written; the earlier state is still in the file.`;
}
