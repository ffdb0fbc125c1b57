import { shortened } from '../hidden-text/shortened.ts';
import { readPdfStructure } from '@assay/media/pdf/read-pdf-structure';
import type { PdfSignature } from '@assay/media/pdf/read-signature';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, Subject } from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { stateAbsence, stateLeftOut } from '../../search/searched-part.ts';
import { listSearched, readChangesSince, weighChanges } from '../signed-look/changes-since.ts';
import type { ChangesSince, SearchedParts } from '../signed-look/changes-since.ts';
import { fullEffort } from '../pages/document-effort.ts';
import type { DocumentEffort } from '../pages/document-effort.ts';
import { openSubjectPdf } from '../pages/open-subject-pdf.ts';
import { mostTelling, stateDifference } from '../revision-text/difference-facts.ts';
import { readsDifferently, sinceFacts, sinceLocations } from '../revision-text/since-signing.ts';
import { manifest } from './manifest.ts';

const limits = [
  'It tells what the signatures cover; it does not verify them, nor who signed.',
  'Content that was prepared before signing so that it can be shown later is found where it was covered, on a layer, or given other words or fonts; not where a program of the document shows it.',
];

/**
 * Compares what each signature covers (its ByteRange) with what was appended behind it. Later signatures, time stamps,
 * validation data, form fields and comments are lawful.
 */
export const check: Check = {
  ...manifest,
  run: (subject, signal) => searchSignatures(subject, signal),
};

const maxLocations = 40;

/** @param effort less than the full one only in tests */
export async function searchSignatures(
  subject: Subject,
  signal: AbortSignal,
  effort: DocumentEffort = fullEffort,
): Promise<CheckResult> {
  signal.throwIfAborted();
  if (subject.mimeType !== 'application/pdf') return forOtherType(manifest, 'the file is not a PDF');
  const { pdf, reason } = openSubjectPdf(subject);
  if (pdf === null) return notApplicable(manifest, reason);
  const structure = readPdfStructure(pdf);
  const signatures = structure.signatures.filter(
    ({ kind, isCurrent }) => kind !== 'usage_rights' && isCurrent,
  );
  if (signatures.length === 0) return notApplicable(manifest, 'the document bears no signature');
  const lastSigned = Math.max(-1, ...signatures.map(({ coveredRevision }) => coveredRevision ?? -1));
  const coverage: Coverage = {
    signatures,
    uncovered: signatures.filter(({ coveredRevision }) => coveredRevision === undefined),
    ...(await readChangesSince(pdf, { signed: lastSigned, permission: strictest(signatures) }, effort)),
  };
  const { read, look } = coverage;
  const savesAfter = structure.revisions.length - 1 - lastSigned;
  const searched = listSearched(coverage, structure.revisions.length);
  const row = weighChanges(coverage) ?? (coverage.uncovered.length > 0 ? 'signature-without-cover' : null);
  return finding(manifest, {
    llrManipulated: row === null ? 0 : likelihoodRatios[row].llr,
    statement: [...describe(coverage, { savesAfter, searched }), ...stateLeftOut(searched)]
      .filter(isFirst)
      .join(' '),
    facts: {
      signatures: signatures.map(({ kind, byteRange, revision, coveredRevision }) => ({
        kind,
        byteRange: [...byteRange].slice(0, 8),
        writtenBySave: revision + 1,
        coversSave: coveredRevision === undefined ? null : coveredRevision + 1,
      })),
      revisionCount: structure.revisions.length,
      savesAfterLastSignature: lastSigned < 0 ? null : savesAfter,
      pagesThatLookDifferent: [...look.changed],
      pagesWithHiddenContent: [...look.hiding],
      pagesChangedAsPermitted: [...look.permitted],
      fontsReplacedAfterSigning: coverage.replacedFonts,
      ...sinceFacts(read),
    },
    limits,
    searched,
    artifacts: look.drawings,
    parameters: { ...effort },
    locations: [...sinceLocations(read), ...look.locations].slice(0, maxLocations),
  });
}

interface Coverage extends ChangesSince {
  readonly signatures: readonly PdfSignature[];
  readonly uncovered: readonly PdfSignature[];
}

/** The strictest level of these certifications; undefined where there is none. */
function strictest(signatures: readonly PdfSignature[]): number | undefined {
  const levels = signatures.flatMap(({ permission }) => (permission === undefined ? [] : [permission]));
  return levels.length === 0 ? undefined : Math.min(...levels);
}

function isFirst(sentence: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(sentence) === at;
}

function describe(
  coverage: Coverage,
  { savesAfter, searched }: { readonly savesAfter: number; readonly searched: SearchedParts },
): string[] {
  const { signatures, uncovered, changedLater, replacedFonts, read, look } = coverage;
  const count = signatures.length === 1 ? 'a signature' : `${String(signatures.length)} signatures`;
  const difference = mostTelling(read.differences);
  const instance = difference?.of === 'text' ? ` ${stateDifference(difference, 'then')}` : '';
  const bears = `The document bears ${count}`;
  if (readsDifferently(read))
    return [
      `${bears}, and its pages read differently since the last of them: what is shown is not what was signed.${instance}`,
    ];
  if (replacedFonts > 0 && read.covered.length + look.hiding.length === 0)
    return [
      `${bears}; fonts of its pages were written anew after the last of them, so that the same text may look other than it did.`,
    ];
  if (look.changed.length > 0)
    return [
      `${bears}, and ${namePages(look.changed)} different since the last of them, in a way that ${signatures.length === 1 ? 'it does' : 'they do'} not permit.`,
    ];
  const [hidden] = read.covered;
  if (look.hiding.length > 0 || hidden !== undefined) {
    const where =
      hidden === undefined
        ? `on page ${String(look.hiding[0])}`
        : `“${shortened(hidden.text)}” on page ${String(hidden.page)}`;
    return [
      `${bears}, and what was added after the last of them covers ${hidden === undefined ? 'signed content ' : ''}${where}.`,
    ];
  }
  if (changedLater)
    return [
      `${bears}, and content of its pages was written anew after the last of them.`,
      ...stateAbsence(searched, 'The pages read and look the same as when they were signed.'),
    ];
  if (read.uncovered.length > 0)
    return [
      `${bears}; text that was covered or hidden when the last of them was made is seen since, as after removing a note that lay on it, or as it was prepared for.`,
    ];
  if (uncovered.length > 0)
    return [
      `${bears}, ${nameUncovered(signatures, uncovered)} no state of the file, as after another program wrote the file anew, or somebody changed what was signed.`,
    ];
  if (savesAfter === 0) return [`${bears}; the last covers all of the file.`];
  if (look.permitted.length > 0)
    return [
      `${bears}; ${namePages(look.permitted)} different since the last of them, as a signature permits: fields, signatures or comments were added.`,
      ...stateAbsence(searched, 'They cover nothing, and nothing else on the pages changed.'),
    ];
  return [`${bears}.`, ...stateAbsence(searched, 'What was appended later replaced no content of a page.')];
}

function namePages([first, ...others]: readonly number[]): string {
  if (others.length === 0) return `page ${String(first)} looks`;
  return `page ${String(first)} and ${String(others.length)} more look`;
}

function nameUncovered(
  { length: all }: readonly PdfSignature[],
  { length: some }: readonly PdfSignature[],
): string {
  if (all === 1) return 'which covers';
  return some === 1 ? 'one of which covers' : `${String(some)} of which cover`;
}
