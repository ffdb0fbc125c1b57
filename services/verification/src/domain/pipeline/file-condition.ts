import type { CheckResult } from '@assay/checks/check/check';
import type { DescribedProperty } from '@assay/checks/check/manifest';
import { manifests } from '@assay/checks/manifests';

/** The facts on which the chance to find a change in an image depends most: its size, and how it was saved last. */
type ImageCondition = 'small' | 'saved-once' | 'saved-again' | 'not-jpeg';
/** The same for a document: its format, a signature, and whether revisions are left in the file. */
type DocumentCondition = 'signed-pdf' | 'pdf-with-revisions' | 'pdf-written-whole' | 'docx';
export type FileCondition = ImageCondition | DocumentCondition;

type Result = Pick<CheckResult, 'check' | 'applicability' | 'facts'>;

/** Returns the condition of an image or a document, as its checks describe it; null for other files. */
export function findCondition(results: readonly Result[]): FileCondition | null {
  const factsOn = (property: DescribedProperty): CheckResult['facts'] | undefined =>
    results.find(
      ({ check, applicability }) => applicability.applicable && manifests.get(check)?.describes === property,
    )?.facts;
  const history = factsOn('save-history')?.['history'];
  if (history !== null && typeof history === 'object' && 'format' in history) return imageCondition(history);
  if (factsOn('docx') !== undefined) return 'docx';
  if (factsOn('pdf-signature') !== undefined) return 'signed-pdf';
  const revisions = factsOn('pdf-revision-count')?.['revisionCount'];
  if (typeof revisions !== 'number') return null;
  return revisions > 1 ? 'pdf-with-revisions' : 'pdf-written-whole';
}

/** Megapixels below which hardly any change is found. */
const smallBelow = 0.25;

function imageCondition(history: object): ImageCondition {
  const { megapixels, format, resaved, stripped } = history as Readonly<Record<string, unknown>>;
  if (typeof megapixels === 'number' && megapixels < smallBelow) return 'small';
  if (format !== 'image/jpeg') return 'not-jpeg';
  return resaved === true || stripped === true ? 'saved-again' : 'saved-once';
}

/** Each condition as part of a sentence about files. */
export const conditionWords: Readonly<Record<FileCondition, string>> = {
  small: 'images below 0.25 megapixels',
  'saved-once': 'JPEG images that no program saved after the camera, as far as their structure shows',
  'saved-again': 'JPEG images that a program saved, or without camera data',
  'not-jpeg': 'images in another format than JPEG, such as PNG and WebP',
  'signed-pdf': 'PDF documents with a signature',
  'pdf-with-revisions': 'PDF documents without a signature that still hold an earlier revision',
  'pdf-written-whole':
    'PDF documents without a signature that hold one revision, as after a program wrote them anew',
  docx: 'Word documents',
};
