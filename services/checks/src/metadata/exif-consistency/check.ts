import { readCaptureFacts } from '@assay/media/exif/capture-facts';
import type { ExifRead } from '@assay/media/exif/read-exif';
import type { JpegStructure } from '@assay/media/jpeg/jpeg-structure';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import { finding, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { findPlaceDoubts } from '../../context/recorded-place.ts';
import { compareDevice } from '../device/compare-device.ts';
import type { DeviceComparison } from '../device/compare-device.ts';
import { nameDevice } from '@assay/media/exif/device-name';
import { namesEditor } from '../exif/exif-names.ts';
import { sizeAgrees } from '../../structure/compression-history.ts';
import { findContradictions } from '../exif/exif-contradictions.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { searchedWhole, stateAbsence } from '../../search/searched-part.ts';
import { wasModifiedLater } from '../exif/modified-later.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Metadata can be rewritten or copied with free tools; agreement proves little and disagreement says nothing of the pixels.',
  'Cameras with a wrong clock and programs that rotate, tag or back up pictures cause the same disagreements.',
];
const placeLimit =
  'A recorded place can be edited without a trace. Only a time zone or a sun that does not fit the recorded time and exposure shows it, and a camera in travel that keeps the time of home looks the same.';

/**
 * Compares the Exif statements with each other, with the picture, and with what is known of the camera named. Edited metadata
 * is not a manipulated picture, but a camera name that was written over must not speak for the file either.
 */
export const check: Check = { ...manifest, run: (subject) => Promise.resolve(examine(subject)) };

function examine(subject: Subject): CheckResult {
  const capture = readCaptureFacts(subject.bytes, subject.mimeType);
  const { exif } = capture;
  if (exif === null || !saysSomethingOfCapture(exif)) {
    return notApplicable(manifest, 'the file carries no camera metadata');
  }
  const parsed = subject.mimeType === 'image/jpeg' ? parseJpeg(subject.bytes) : null;
  const jpeg = parsed?.ok === true ? parsed.jpeg : null;
  const device = compareDevice(exif, { bytes: subject.bytes, ...sizeOf(subject, jpeg) });
  const contradictions = [...findContradictions(exif), ...device.contradictions];
  const remarks = [...remarksOn(exif, jpeg), ...device.remarks];
  const placeDoubts = findPlaceDoubts(capture);
  const isUndisputed = [contradictions, remarks, placeDoubts].every((list) => list.length === 0);
  const agrees = isUndisputed && isComplete(exif) && device.isConfirmed;
  return finding(manifest, {
    llrManipulated: contradictions.length > 0 ? likelihoodRatios['metadata-contradiction'].llr : 0,
    llrAuthentic: agrees ? likelihoodRatios['metadata-agrees'].llr : 0,
    authenticBasis: agrees ? 'metadata' : null,
    statement: describe(exif, { contradictions, remarks, placeDoubts }),
    facts: { ...factsOf(exif), device: deviceFacts(device), contradictions, remarks, placeDoubts },
    limits: capture.place === null ? limits : [...limits, placeLimit],
  });
}

function sizeOf(
  { enrichment }: Subject,
  jpeg: JpegStructure | null,
): { width: number | null; height: number | null } {
  if (jpeg !== null) return { width: jpeg.frame.width, height: jpeg.frame.height };
  const { width, height } = enrichment;
  return {
    width: typeof width === 'number' ? width : null,
    height: typeof height === 'number' ? height : null,
  };
}

function deviceFacts({ known, makerNoteMake, isConfirmed }: DeviceComparison): JsonObject {
  return {
    isKnownModel: known !== null,
    released: known?.released ?? null,
    largestWidth: known?.largest?.width ?? null,
    largestHeight: known?.largest?.height ?? null,
    makerNoteMake,
    isConfirmed,
  };
}

function saysSomethingOfCapture(exif: ExifRead): boolean {
  return exif.make !== null || exif.model !== null || exif.dateTimeOriginal !== null;
}

/** What was done to the file after capture, none of it suspicious. */
function remarksOn(exif: ExifRead, jpeg: JpegStructure | null): string[] {
  const remarks: string[] = [];
  if (namesEditor(exif.software)) remarks.push(`last written by ${exif.software ?? ''}`);
  if (wasModifiedLater(exif)) remarks.push(`modified on ${exif.modifyDate ?? ''}, after it was taken`);
  if (jpeg !== null && !sizeAgrees(jpeg, exif)) remarks.push('its size differs from the size recorded');
  if (exif.structure !== null && exif.structure.problems.length > 0) {
    remarks.push('parts of the metadata are cut off or point nowhere, as after rewriting');
  }
  return remarks;
}

function isComplete(exif: ExifRead): boolean {
  return (
    exif.make !== null &&
    exif.model !== null &&
    exif.dateTimeOriginal !== null &&
    exif.structure?.makerNote != null &&
    exif.structure.ifds.every((ifd) => ifd.sorted)
  );
}

interface Disagreements {
  readonly contradictions: readonly string[];
  readonly remarks: readonly string[];
  readonly placeDoubts: readonly string[];
}

function describe(exif: ExifRead, { contradictions, remarks, placeDoubts }: Disagreements): string {
  const place =
    placeDoubts.length === 0
      ? ''
      : ` The recorded place does not fit the rest of the metadata: ${placeDoubts.join('; ')}.`;
  if (contradictions.length > 0)
    return `The camera metadata contradict themselves: ${contradictions.join('; ')}.${place}`;
  const source = nameDevice(exif) ?? 'an unnamed camera';
  if (remarks.length > 0)
    return `The metadata name ${source}, and the file was handled afterwards: ${remarks.join('; ')}.${place}`;
  if (place !== '') return `The metadata name ${source}.${place}`;
  // Damaged parts are remarks, so that all of the metadata were read here.
  return [
    `The metadata name ${source}.`,
    ...stateAbsence([searchedWhole('metadata part')], 'They do not contradict themselves or the image.'),
  ].join(' ');
}

function factsOf(exif: ExifRead): JsonObject {
  const { structure } = exif;
  return {
    make: exif.make,
    model: exif.model,
    software: exif.software,
    lensModel: exif.lensModel,
    exifVersion: exif.exifVersion,
    dateTimeOriginal: exif.dateTimeOriginal,
    modifyDate: exif.modifyDate,
    gpsDate: exif.gpsDate,
    byteOrder: structure === null ? null : structure.littleEndian ? 'little-endian' : 'big-endian',
    directories: structure?.ifds.map((ifd) => ifd.name) ?? [],
    hasThumbnailDirectory: structure?.hasIfd1 ?? null,
    makerNoteBytes: structure?.makerNote?.length ?? null,
    structureProblems: structure?.problems.slice(0, 20) ?? [],
  };
}
