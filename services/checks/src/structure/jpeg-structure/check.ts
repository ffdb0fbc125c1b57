import { createHash } from 'node:crypto';
import type { JpegStructure } from '@assay/media/jpeg/jpeg-structure';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import { saveSignature } from '@assay/media/jpeg/save-signature';
import type { SaveSignature } from '@assay/media/jpeg/save-signature';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import { searchedWhole, stateAbsence } from '../../search/searched-part.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { readCompressionHistory } from '../compression-history.ts';
import type { CompressionHistory } from '../compression-history.ts';
import { compressionWord } from '../quality-words.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Saving again is innocent: galleries, messengers and editors all do it, with or without a change to the content.',
  'There is no list of the tables each camera writes; an unknown table is not an anomaly.',
];

/**
 * Reads who wrote the JPEG last from its quantization tables, code tables and segment order. No answer of it speaks for
 * manipulation; a camera-like layout is one of four agreements that together may speak for authenticity.
 */
export const check: Check = { ...manifest, run: examine };

async function examine(subject: Subject): Promise<CheckResult> {
  if (subject.mimeType !== 'image/jpeg') return forOtherType(manifest, 'the file is not a JPEG');
  const parsed = parseJpeg(subject.bytes);
  if (!parsed.ok) return notApplicable(manifest, `the JPEG structure cannot be read (${parsed.reason})`);
  const signature = saveSignature(parsed.jpeg);
  const history = await readCompressionHistory(subject);
  const cameraLike = looksLikeCamera(parsed.jpeg, signature, history);
  return finding(manifest, {
    llrAuthentic: cameraLike ? likelihoodRatios['camera-like-compression'].llr : 0,
    authenticBasis: cameraLike ? 'compression' : null,
    statement: describe(signature, history, cameraLike),
    facts: factsOf(parsed.jpeg, signature, history),
    limits,
  });
}

function looksLikeCamera(
  jpeg: JpegStructure,
  signature: SaveSignature,
  history: CompressionHistory,
): boolean {
  return (
    history.lastEncoder === 'camera' &&
    signature.encoder === 'unknown' &&
    jpeg.complete &&
    jpeg.problems.length === 0 &&
    jpeg.huffman === 'standard'
  );
}

function describe(signature: SaveSignature, history: CompressionHistory, cameraLike: boolean): string {
  if (signature.photoshopQuality !== null) {
    return `Adobe software saved the file last, at its quality ${String(signature.photoshopQuality)}; saving alone changes no content.`;
  }
  if (history.resaved)
    return 'Software saved the file again after the camera; that is common and changes no content by itself.';
  if (cameraLike)
    return stateAbsence(
      [searchedWhole('file')],
      'The JPEG is laid out as a camera writes it, and no known program left its compression tables.',
    ).join(' ');
  if (signature.encoder === 'libjpeg') {
    return `A general JPEG library, which cameras and programs both use, wrote the file at quality ${String(signature.quality ?? 0)}.`;
  }
  return 'The compression tables do not tell which camera or program wrote the file.';
}

function factsOf(jpeg: JpegStructure, signature: SaveSignature, history: CompressionHistory): JsonObject {
  return {
    ...signature,
    compression: signature.quality === null ? null : compressionWord(signature.quality),
    layout: layoutOf(jpeg),
    quantizationDigest: digestOf(jpeg),
    hasCameraDataButLibraryTables: !history.stripped && signature.encoder === 'libjpeg',
    markerOrder: signature.markerOrder.slice(0, 1_000),
    sampling: jpeg.frame.sampling,
    progressive: jpeg.frame.progressive,
    huffman: jpeg.huffman,
    restartInterval: jpeg.restartInterval,
    jfif: jpeg.jfif !== null,
    complete: jpeg.complete,
    trailingBytes: jpeg.trailing?.length ?? 0,
    previews: jpeg.previews.map(({ source, length }) => ({ source, length })),
    problems: jpeg.problems.slice(0, 20),
  };
}

/** Which header comes first: cameras write Exif at once, most programs a JFIF header before it. */
function layoutOf({ segments, jfif, exif }: JpegStructure): string {
  const first = segments.find(({ name }) => name.startsWith('APP'))?.name;
  if (jfif !== null && exif !== null) return first === 'APP0' ? 'JFIF before Exif' : 'Exif before JFIF';
  if (exif !== null) return 'Exif only';
  return jfif === null ? 'neither JFIF nor Exif' : 'JFIF only';
}

/** The same for all files that were written with the same quantization tables: 16 hexadecimal digits. */
function digestOf({ quantizationTables }: JpegStructure): string {
  const hash = createHash('sha256');
  for (const { id, precision, values } of quantizationTables)
    hash.update(JSON.stringify([id, precision, values]));
  return hash.digest('hex').slice(0, 16);
}
