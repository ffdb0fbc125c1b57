import { open } from 'node:fs/promises';
import { findManifest } from '@assay/media/c2pa/find-manifest';
import { readerOf } from '@assay/media/c2pa/id3-tag';
import type { ImageHeader } from '@assay/media/decode/read-image-header';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import { readHead } from '@assay/media/sniff/read-head';
import type { ImageOrigin } from '../similar/image-features.ts';

/** The quality of a format without loss. */
const lossless = 101;
/** The quality of a lossy format whose coder does not state it. */
const unknownQuality = 75;
/** Palettes of 256 colours lose more than coding does. */
const paletteQuality = 50;
const headBytes = 262_144;
/** The types that have the manifest before the coded pixels, so that their first bytes tell. */
const leadingTypes: readonly string[] = ['image/jpeg', 'image/png'];

/** Reads the facts of a file by which the better one of two copies is chosen. */
export async function readOrigin(path: string, header: ImageHeader): Promise<ImageOrigin> {
  const { mimeType, exif } = header;
  const head = Buffer.from(await readHead(path, headBytes));
  return {
    hasCredentials: await hasManifest(path, { mimeType, head }),
    hasCaptureMetadata: exif !== undefined && namesCamera(exif),
    quality: readQuality({ mimeType, head }),
  };
}

interface ReadHead {
  readonly mimeType: string;
  /** The first bytes of the file. */
  readonly head: Buffer;
}

async function hasManifest(path: string, { mimeType, head }: ReadHead): Promise<boolean> {
  if (head.length < headBytes || leadingTypes.includes(mimeType)) {
    const readAt = (offset: number, length: number): Promise<Buffer> =>
      Promise.resolve(head.subarray(offset, offset + length));
    return (await findManifest({ readAt, sizeBytes: head.length }, mimeType)) === 'present';
  }
  const file = await open(path);
  try {
    const { size: sizeBytes } = await file.stat();
    return (await findManifest({ readAt: readerOf(file), sizeBytes }, mimeType)) === 'present';
  } finally {
    await file.close();
  }
}

function readQuality({ mimeType, head }: ReadHead): number {
  switch (mimeType) {
    case 'image/png':
    case 'image/bmp':
      return lossless;
    case 'image/gif':
      return paletteQuality;
    case 'image/webp':
      return head.includes('VP8L') ? lossless : unknownQuality;
    case 'image/jpeg': {
      // The tables precede the coded pixels, after metadata that may be long.
      const parsed = parseJpeg(head);
      const table = parsed.ok ? parsed.jpeg.quantizationTables.find(({ id }) => id === 0) : undefined;
      return table === undefined ? unknownQuality : estimateQuality(table.values);
    }
    default:
      return unknownQuality;
  }
}

/** The sum of the luminance table that libjpeg scales (ITU-T T.81, Annex K.1). */
const standardSum = 3688;

/** Returns the quality at which libjpeg scales its table to this sum, from 1 to 100: enough to compare two copies. */
function estimateQuality(steps: ArrayLike<number>): number {
  const percent = (100 * Array.from(steps).reduce((sum, step) => sum + step, 0)) / standardSum;
  const quality = percent < 100 ? (200 - percent) / 2 : 5_000 / percent;
  return Math.max(1, Math.min(100, Math.round(quality)));
}

/** Tags of IFD 0 that cameras write (Exif 2.32): make and model. */
const cameraTags: readonly number[] = [0x010f, 0x0110];
const directoryAt = 4;
const entryBytes = 12;

/** Returns true if a TIFF block names the camera. */
function namesCamera(tiff: Uint8Array): boolean {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.byteLength < directoryAt + 4) return false;
  const littleEndian = tiff[0] === 0x49;
  const start = view.getUint32(directoryAt, littleEndian);
  if (start + 2 > tiff.byteLength) return false;
  const count = view.getUint16(start, littleEndian);
  for (let at = start + 2; at < start + 2 + count * entryBytes; at += entryBytes) {
    if (at + entryBytes > tiff.byteLength) return false;
    if (cameraTags.includes(view.getUint16(at, littleEndian))) return true;
  }
  return false;
}
