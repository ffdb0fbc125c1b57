import { readRevisionChanges } from '@assay/media/pdf/revision-changes';
import type { RevisionChange } from '@assay/media/pdf/revision-changes';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { stateAbsence, stateLeftOut } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { fullEffort, startWork } from '../pages/document-effort.ts';
import type { DocumentEffort } from '../pages/document-effort.ts';
import { drawSaves } from '../drawn-revisions/draw-saves.ts';
import type { DrawnChange } from '../drawn-revisions/draw-saves.ts';
import { drawnFacts, listChanges, listDrawings, stateDrawn } from '../drawn-revisions/state-drawn.ts';
import { doesOpen, openSubjectPdf } from '../pages/open-subject-pdf.ts';
import { compareSaves, planPairs } from '../revision-text/compare-saves.ts';
import { readAnnotated } from '../revision-text/covered-text.ts';
import type { CoveredText } from '../revision-text/covered-text.ts';
import {
  differenceFacts,
  differenceLocation,
  mostTelling,
  stateDifference,
} from '../revision-text/difference-facts.ts';
import {
  listReplaced,
  replacedFacts,
  replacedLocation,
  stateReplaced,
} from '../revision-text/replaced-text.ts';
import type { ReplacedText, SavedDifference } from '../revision-text/replaced-text.ts';
import { countSaves } from '../revision-text/searched-saves.ts';
import type { SearchedSaves } from '../revision-text/searched-saves.ts';
import { visibleIn } from '../revision-text/visible-parts.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Filling a form, commenting, signing and adding validation data append revisions as well, and are innocent.',
  'A program that writes the whole file anew leaves one revision, whatever was changed.',
  'Authors correct their own documents in a later save as well. Words in pictures, words that text recognition put over a scan, and words that changed places on a page are not compared.',
  'Pages are drawn with standard fonts where the document brings none; what is too faint to be seen is not told.',
];

const shownRevisions = 50;
const maxShown = 40;

/**
 * Tells the revisions of a PDF apart by its cross-reference chain and says what each of them replaced. A linearized file has
 * two ends and one revision. An earlier revision can be recovered from the file: the first one is compared with the last, then
 * each with the one before it, the newest first, on the pages whose objects changed. Text, notes and filled fields are
 * compared, and both states are drawn. Words that a save or an annotation covered or replaced, with others in their place,
 * leave the document open. Work is counted; saves and pages that it did not suffice for are named.
 */
export const check: Check = {
  ...manifest,
  run: (subject, signal) => searchRevisions(subject, signal),
};

/** @param effort less than the full one only in tests */
export async function searchRevisions(
  subject: Subject,
  signal: AbortSignal,
  effort: DocumentEffort = fullEffort,
): Promise<CheckResult> {
  if (subject.mimeType !== 'application/pdf') return forOtherType(manifest, 'the file is not a PDF');
  const { pdf, reason } = openSubjectPdf(subject);
  if (pdf === null) return notApplicable(manifest, reason);
  if (pdf.trailer.entries.has('Encrypt') && !(await doesOpen(subject)))
    return notApplicable(manifest, 'the document does not open without its password');
  const changes = readRevisionChanges(pdf);
  const visible = changes.filter(({ replaced, revision }) => revision > 0 && visibleIn(replaced).length > 0);
  const pairs = planPairs(pdf);
  const reading = startWork(effort.operators, effort.cpuMs, signal);
  const read = await compareSaves(pdf, pairs, reading);
  const annotated = await readAnnotated(pdf, startWork(effort.operators / 4, effort.cpuMs, signal));
  const drawing = startWork(effort.pixels, effort.cpuMs, signal);
  const drawn = await drawSaves(pdf, pairs, drawing);
  const found: SearchedSaves = {
    saveCount: pdf.revisions.length,
    read,
    annotated,
    drawn,
    budgets: [reading, drawing],
  };
  const looks = listChanges(drawn);
  const covered = [...read.covered, ...annotated.covered.filter((one) => !isKnown(one, read.covered))];
  const replaced = listReplaced(read.differences, covered);
  const searched = countSaves(found);
  return finding(manifest, {
    llrManipulated: weigh(visible, replaced),
    statement: state({ ...found, changes, visible, replaced, looks, searched }),
    searched,
    facts: {
      revisionCount: changes.length,
      revisions: changes.slice(0, shownRevisions).map(({ revision, replaced: gone, added }) => ({
        revision: revision + 1,
        endsAt: pdf.revisions[revision]?.end ?? null,
        replaced: { ...gone },
        added: { ...added },
      })),
      comparedSaves: read.compared,
      differences: read.differences.slice(0, maxShown).map(savedFacts),
      replacedText: replaced.slice(0, maxShown).map(replacedFacts),
      ...drawnFacts(drawn, looks),
    },
    limits,
    parameters: { ...effort },
    artifacts: listDrawings(looks),
    locations: [
      ...replaced.map(replacedLocation),
      ...read.differences
        .filter((one) => !replaced.some(({ box }) => box === one.box))
        .map(differenceLocation),
      ...looks.flatMap(({ areas }) => areas),
    ].slice(0, maxShown),
  });
}

function savedFacts(one: SavedDifference): JsonObject {
  const { since, save } = one;
  return { save, ...(save - since > 1 ? { since } : {}), ...differenceFacts(one) };
}

function isKnown(one: CoveredText, others: readonly CoveredText[]): boolean {
  return others.some(({ page, before }) => page === one.page && before === one.before);
}

function weigh(visible: readonly RevisionChange[], replaced: readonly ReplacedText[]): number {
  if (replaced.length > 0) return likelihoodRatios['text-replaced-later'].llr;
  return visible.length > 0 ? likelihoodRatios['document-changed-later'].llr : 0;
}

interface Read extends SearchedSaves {
  readonly changes: readonly RevisionChange[];
  readonly visible: readonly RevisionChange[];
  readonly replaced: readonly ReplacedText[];
  readonly looks: readonly DrawnChange[];
  readonly searched: [SearchedPart, ...SearchedPart[]];
}

/** Puts replaced words first, since they are why the document stays open. Says once what was left out, at the end. */
function state(found: Read): string {
  const { read, replaced, drawn, looks, searched } = found;
  const telling = replaced.length > 0 ? undefined : mostTelling(read.differences);
  const said = telling === undefined ? [] : [stateDifference(telling, nameSave(telling))];
  const sentences = [
    ...stateReplaced(replaced),
    ...describe(found),
    ...said,
    ...stateDrawn(drawn, looks, searched),
    ...stateLeftOut(searched),
  ];
  return [...new Set(sentences)].join(' ');
}

function nameSave({ since, save }: SavedDifference): string {
  return save - since === 1 ? `save ${String(save)}` : `a save after save ${String(since)}`;
}

function describe({ changes, visible, read, looks, replaced, searched }: Read): string[] {
  const count = String(changes.length);
  if (changes.length === 1)
    return stateAbsence(searched, 'The document was written once; nothing was appended to it later.');
  const [first] = visible;
  if (first === undefined) {
    const wrote = `The document was saved ${count} times; later saves wrote ${nameParts(changes)}.`;
    const looksSame = read.differences.length === 0 && looks.length === 0 && replaced.length === 0;
    return looksSame ? [wrote, ...stateAbsence(searched, 'They replaced no content of a page.')] : [wrote];
  }
  const parts = visibleIn(first.replaced).join(' and ');
  return [
    `The document was saved ${count} times, and save ${String(first.revision + 1)} replaced ${parts} that an earlier one had written; the earlier state is still in the file.`,
  ];
}

function nameParts(changes: readonly RevisionChange[]): string {
  const parts = new Set(
    changes.slice(1).flatMap(({ replaced, added }) => Object.keys({ ...replaced, ...added })),
  );
  return [...parts].filter((part) => part !== 'other').join(', ') || 'administrative data';
}
