import { findSignedLength, isManifestInPlace } from '@assay/media/c2pa/data-hash';
import type { C2paDataHash } from '@assay/media/c2pa/data-hash';
import type { C2paReport } from '@assay/media/c2pa/c2pa-report';
import { listChangedParts } from '@assay/media/c2pa/part-hashes';
import type { C2paPartHashes } from '@assay/media/c2pa/part-hashes';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import type { CheckResult, Subject } from '../../check/check.ts';
import { stateAbsence, stateLeftOut } from '../../search/searched-part.ts';
import { listSearched, readChangesSince, weighChanges } from '../../documents/signed-look/changes-since.ts';
import type { ChangesSince, SearchedParts } from '../../documents/signed-look/changes-since.ts';
import { fullEffort } from '../../documents/pages/document-effort.ts';
import type { DocumentEffort } from '../../documents/pages/document-effort.ts';
import { openSubjectPdf } from '../../documents/pages/open-subject-pdf.ts';
import { mostTelling, stateDifference } from '../../documents/revision-text/difference-facts.ts';
import { readsDifferently, sinceFacts, sinceLocations } from '../../documents/revision-text/since-signing.ts';
import { changedSentence, isOnlyContentChanged, nameSigner } from './judgement.ts';
import type { IntegrityJudgement } from './judgement.ts';

/** The judgement on a document that is not as it was signed, with the facts and places of later changes. */
export interface SignedDocumentJudgement extends Pick<CheckResult, 'facts' | 'searched'> {
  readonly integrity: IntegrityJudgement;
  readonly locations: NonNullable<CheckResult['locations']>;
}

/** Bytes by which a writer may count the end of the last line otherwise. */
const lineEnds = [-2, -1, 0, 1, 2];

/**
 * Judges a document whose content does not match its Content Credentials by what was done to it: later revisions of a PDF are
 * compared with the signed one, as behind a digital signature (ISO 32000-2 §7.5.6, §12.8.2.2), and a file that another program
 * wrote anew matches no longer, whatever the reason. Returns null when the signed bytes themselves were changed, or for other files.
 * @param effort less than the full one only in tests
 */
export async function judgeSignedDocument(
  subject: Subject,
  report: C2paReport,
  effort: DocumentEffort = fullEffort,
): Promise<SignedDocumentJudgement | null> {
  const { dataHash, partHashes } = report;
  if (!isOnlyContentChanged(report)) return null;
  if (partHashes !== null) return judgeParts(subject, partHashes);
  if (dataHash === null) return null;
  const { pdf } = openSubjectPdf(subject);
  const signed = pdf === null ? undefined : findSignedRevision(subject.bytes, pdf, dataHash);
  if (pdf !== null && signed !== undefined)
    return judgeLaterRevisions({ pdf, signed, signer: nameSigner(report) }, effort);
  return isManifestInPlace(subject.bytes, dataHash) ? null : writtenAnew;
}

const writtenAnew: SignedDocumentJudgement = {
  integrity: {
    row: 'signature-without-cover',
    sentence:
      'The Content Credentials do not match the document: after they were made, another program wrote the document anew, as programs do that compress or edit it, or somebody changed it; that leaves open whether its content was changed.',
  },
  facts: {},
  locations: [],
};

/** A program that packs a Word document anew leaves no part as it was; a person who changes one leaves the others. */
function judgeParts({ bytes }: Subject, partHashes: C2paPartHashes): SignedDocumentJudgement | null {
  const changed = listChangedParts(bytes, partHashes);
  if (changed.length === 0) return null;
  if (changed.length === Object.keys(partHashes.digests).length) return writtenAnew;
  const named = changed.slice(0, maxNamedParts).join(', ');
  const isContent = changed.some((name) => contentPart.test(name));
  return {
    integrity: {
      row: isContent ? 'content-hash-mismatch' : 'content-hash-alone',
      sentence: `${changedSentence} Changed parts: ${named}.`,
    },
    facts: { changedParts: changed },
    locations: [],
  };
}

const maxNamedParts = 5;
/** The parts of a Word document that a page shows (ECMA-376 part 1 §11.3). */
const contentPart =
  /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$|^word\/(?:media|embeddings)\//;

/** Returns the index of the revision that was signed; undefined when it is none. */
function findSignedRevision(bytes: Uint8Array, pdf: PdfFile, dataHash: C2paDataHash): number | undefined {
  const headerAt = bytes.length - pdf.bytes.length;
  const ends = pdf.revisions.map(({ end }) => headerAt + end);
  const lengths = ends.flatMap((end) => lineEnds.map((offset) => end + offset));
  const length = findSignedLength(bytes, dataHash, lengths);
  if (length === undefined) return undefined;
  return ends.findIndex((end) => Math.abs(end - length) <= 2);
}

interface SignedRevision {
  readonly pdf: PdfFile;
  /** The index of the revision that was signed. */
  readonly signed: number;
  readonly signer: string;
}

async function judgeLaterRevisions(
  { pdf, signed, signer }: SignedRevision,
  effort: DocumentEffort,
): Promise<SignedDocumentJudgement> {
  const changes = await readChangesSince(pdf, { signed }, effort);
  const row = onlyAdds(changes) ? 'text-added-after-signing' : weighChanges(changes);
  const searched = listSearched(changes, pdf.revisions.length);
  const [since, ...absence] = describeSince(changes, searched);
  const sentence = [
    `The Content Credentials match the document as ${signer} signed it${since}`,
    ...new Set([...absence, ...stateLeftOut(searched)]),
  ].join(' ');
  return {
    integrity: { row, sentence },
    facts: {
      signedRevision: signed + 1,
      revisionCount: pdf.revisions.length,
      fontsReplacedAfterSigning: changes.replacedFonts,
      ...sinceFacts(changes.read),
    },
    locations: sinceLocations(changes.read),
    searched,
  };
}

/** Returns true when later revisions added words or pages, and took away and covered none. */
function onlyAdds({ changedLater, read }: ChangesSince): boolean {
  const { differences, pages, covered } = read;
  const adds = differences.filter(({ of }) => of === 'text').every(({ before }) => before === null);
  return (
    !changedLater &&
    readsDifferently(read) &&
    adds &&
    covered.length === 0 &&
    (pages === null || pages.after >= pages.before)
  );
}

/** Describes what was done since signing: the end of the sentence on the signature, then what that leaves open. */
function describeSince(changes: ChangesSince, searched: SearchedParts): readonly [string, ...string[]] {
  const { changedLater, replacedFonts, read } = changes;
  const difference = mostTelling(read.differences);
  const instance = difference?.of === 'text' ? ` ${stateDifference(difference, 'then')}` : '';
  if (onlyAdds(changes))
    return [
      `; words or pages were added to it later, as a stamp is.${instance}`,
      ...stateAbsence(searched, 'No words or pages were taken away.'),
    ];
  if (changedLater)
    return [
      `, but content of its pages was replaced later: what is shown is not what was signed.${instance}`,
    ];
  if (readsDifferently(read))
    return [`, but its pages read differently since: what is shown is not what was signed.${instance}`];
  if (read.uncovered.length > 0)
    return [
      '; text that was covered or hidden then is seen since, as after removing a note that lay on it, or as it was prepared for.',
    ];
  if (replacedFonts > 0)
    return [
      '; fonts of its pages were written anew later, so that the same text may look other than it did.',
    ];
  return ['.', ...stateAbsence(searched, 'What was appended later replaced no content of a page.')];
}
