import { findChangedBoxes } from '@assay/media/c2pa/box-hashes';
import type { ChangedBoxes } from '@assay/media/c2pa/box-hashes';
import type { C2paReport } from '@assay/media/c2pa/c2pa-report';
import { UndecodableError } from '@assay/media/limits/undecodable-error';
import { readExif } from '@assay/media/exif/read-exif';
import type { FindingLocation, Subject } from '../../check/check.ts';
import { toOrientation } from '../../pixels/planes/orientation.ts';
import { changedPlace } from '../../pixels/thumbnail/changed-place.ts';
import { comparePreview, toCompared } from '../../pixels/thumbnail/compare-preview.ts';
import type { PreviewComparison } from '../../pixels/thumbnail/compare-preview.ts';
import { decodePreview } from '../../pixels/thumbnail/embedded-pictures.ts';
import { changedSentence, isOnlyContentChanged } from './judgement.ts';
import type { IntegrityJudgement } from './judgement.ts';
import type { SignedDocumentJudgement } from './signed-document.ts';

/**
 * Judges an image whose bytes do not match its Content Credentials by the preview that was signed with it (C2PA 2.2 §18.13.2), and by
 * the hashes of the segments of a JPEG (§18.7): a data hash says that bytes changed, the preview whether the image did, and box hashes
 * whether the image data did. Returns null for other files and where other parts of the manifest are
 * at fault, so that its preview is not known to be the signed one.
 */
export async function judgeSignedImage(
  subject: Subject,
  report: C2paReport,
): Promise<SignedDocumentJudgement | null> {
  if (!subject.mimeType.startsWith('image/') || !isOnlyContentChanged(report)) return null;
  const comparison = await compareWithPreview(subject, report.preview);
  const relation = comparison?.difference.relation ?? null;
  const locations =
    comparison !== null && relation === 'local change' ? [await locate(subject, comparison)] : [];
  const changedBoxes = report.boxHashes === null ? null : findChangedBoxes(subject.bytes, report.boxHashes);
  return {
    integrity: toIntegrity(report, { relation, changedBoxes }),
    facts: {
      changedBoxes,
      signedPreview: relation ?? (report.preview === null ? 'none' : 'not comparable'),
    },
    locations,
  };
}

type Relation = PreviewComparison['difference']['relation'];

interface Comparisons {
  /** Null if no preview could be compared. */
  readonly relation: Relation | null;
  readonly changedBoxes: ChangedBoxes;
}

function toIntegrity({ specVersion }: C2paReport, comparisons: Comparisons): IntegrityJudgement {
  const isOld = specVersion !== '2.x';
  const sentences = [changedSentence, ...(isOld ? [oldVersion] : []), ...describeComparisons(comparisons)];
  return { row: chooseRow(isOld, comparisons), sentence: sentences.join(' ') };
}

/** Box hashes of image data make the change one of the image: a preview may be too small to show it. */
function chooseRow(isOld: boolean, { relation, changedBoxes }: Comparisons): IntegrityJudgement['row'] {
  const isLocal = relation === 'local change';
  if (isOld) return isLocal ? 'preview-shows-other-content' : 'open-mismatch';
  return isLocal || changedBoxes === 'image data' ? 'content-hash-mismatch' : 'content-hash-alone';
}

function describeComparisons({ relation, changedBoxes }: Comparisons): readonly string[] {
  if (relation === null) return [changesWithoutPreview[changedBoxes ?? 'unknown']];
  return [previewSentences[relation], ...(changedBoxes === 'image data' ? [changedImage] : [])];
}

const previewSentences: Readonly<Record<Relation, string>> = {
  agrees: 'The signed preview still shows the same image.',
  'local change': 'The signed preview shows other content in one place, and the same image everywhere else.',
  'global difference':
    'The signed preview no longer shows the same image, as after cropping or changing colours, or where the credentials were made for another one.',
};
const changedImage = 'The hash that does not match is that of the image data.';
const changesWithoutPreview: Readonly<Record<NonNullable<ChangedBoxes> | 'unknown', string>> = {
  'image data': changedImage,
  metadata: 'The hashes of its image data still match: metadata were changed.',
  unknown: 'That says that bytes were changed, not which: no signed preview shows whether the image was.',
};

const oldVersion =
  'They are of a version before 2.0, of which programs hashed different parts of a file; that leaves open whether it was changed.';

async function compareWithPreview(
  subject: Subject,
  bytes: Uint8Array | null,
): Promise<PreviewComparison | null> {
  const preview = bytes === null ? null : await decodePreview(bytes);
  if (preview === null) return null;
  try {
    return comparePreview(preview, toCompared(await subject.pixels()));
  } catch (error) {
    if (error instanceof UndecodableError) return null;
    throw error;
  }
}

async function locate(subject: Subject, comparison: PreviewComparison): Promise<FindingLocation> {
  const stored = await subject.pixels();
  const exif = await readExif(subject.bytes, subject.mimeType);
  const { clippedHigh: reduced } = toCompared(stored);
  return changedPlace(comparison, { stored, reduced, displayed: toOrientation(exif?.orientation) });
}
