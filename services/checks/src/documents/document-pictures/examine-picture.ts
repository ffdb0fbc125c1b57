import { decodeImageBytes } from '@assay/media/decode/decode-image';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import { flaggedLlr } from '../../likelihood/flagged-ratio.ts';
import type { Check, CheckResult, Subject } from '../../check/check.ts';
import { check as editingSoftware } from '../../metadata/editing-software/check.ts';
import { check as exifConsistency } from '../../metadata/exif-consistency/check.ts';
import { check as generatorMetadata } from '../../metadata/generator-metadata/check.ts';
import { check as alignedQuantization } from '../../pixels/aligned-quantization/check.ts';
import { check as copyMove } from '../../pixels/copy-move/check.ts';
import { check as doubleQuantization } from '../../pixels/double-quantization/check.ts';
import { check as fillSmoothness } from '../../pixels/fill-smoothness/check.ts';
import { check as thumbnail } from '../../pixels/thumbnail/check.ts';
import { runCheck } from '../../run/run-checks.ts';
import type { DocumentPicture } from './find-pictures.ts';

/** What a check of pictures has to tell of one. */
export interface PictureFinding {
  readonly picture: DocumentPicture;
  readonly result: CheckResult;
  /** Whether it points at a place in the picture; else it names what the metadata say. */
  readonly points: boolean;
}

const metadataChecks: readonly Check[] = [generatorMetadata, exifConsistency, editingSoftware];
/** Each behind its own gate, as for a photograph that comes as a file. */
const pixelChecks: readonly Check[] = [thumbnail, alignedQuantization, doubleQuantization, fillSmoothness];

/** How far a picture is examined. */
export interface PictureEffort {
  readonly searchesCopies: boolean;
  /** Returns false when no further check may be begun. */
  readonly hasTime: () => boolean;
}

/** Runs the checks of pictures on a picture of a document, and keeps what has something to tell. Null where time ran out. */
export async function examinePicture(
  picture: DocumentPicture,
  { searchesCopies, hasTime }: PictureEffort,
  signal: AbortSignal,
): Promise<PictureFinding[] | null> {
  const subject = subjectOf(picture);
  const checks = [
    ...metadataChecks,
    ...(isPhotographic(picture) ? [...pixelChecks, ...(searchesCopies ? [copyMove] : [])] : []),
  ];
  const found: PictureFinding[] = [];
  for (const check of checks) {
    if (!hasTime()) return null;
    const result = await runCheck(check, subject, signal);
    const points = result.llrManipulated >= flaggedLlr;
    if (points || tells(result)) found.push({ picture, result, points });
  }
  return found;
}

function subjectOf({ bytes, mimeType }: DocumentPicture): Subject {
  let decoded: ReturnType<typeof decodeImageBytes> | undefined;
  return {
    bytes,
    mimeType,
    path: '',
    enrichment: {},
    claims: {},
    pixels: () => (decoded ??= decodeImageBytes(bytes)),
    sound: () => Promise.resolve(undefined),
  };
}

/** Four inks are no photograph of a camera, on which the checks were measured. */
function isPhotographic({ bytes, mimeType }: DocumentPicture): boolean {
  if (mimeType !== 'image/jpeg') return mimeType === 'image/png';
  const parsed = parseJpeg(bytes);
  return parsed.ok && parsed.jpeg.frame.components.length !== 4;
}

/** Of metadata: the name of a generator, or of an editing program, or statements that exclude each other. */
function tells({ applicability, llrManipulated, llrSynthetic, facts }: CheckResult): boolean {
  if (!applicability.applicable) return false;
  const traces = facts['traces'];
  return llrSynthetic > 0 || llrManipulated > 0.1 || (Array.isArray(traces) && traces.length > 0);
}
