import { locateMetadata } from './metadata-carriers.ts';
import type { MetadataCarriers } from './metadata-carriers.ts';
import { walkTiff } from '../tiff/walk-tiff.ts';

/** The parts of the metadata of an image, such as its Exif data, its XMP packet and each of its texts. */
export interface MetadataCount {
  readonly total: number;
  /** Those that were read whole, within the limits of their readers. */
  readonly read: number;
}

/** Counts the parts of the metadata, so that a caller can say of what it did not read that it did not. Never throws. */
export function countMetadata(bytes: Uint8Array, mimeType: string): MetadataCount {
  const carriers = locateMetadata(bytes, mimeType);
  const { texts, comments, xmp, iptc, detachedTiff, tiff, isXmpCut, leftOut } = carriers;
  const blocks = [xmp, iptc, detachedTiff, tiff].filter((block) => block !== null).length;
  const located = texts.length + comments.length + blocks;
  const inPart = (isXmpCut ? 1 : 0) + countDamagedExif(bytes, carriers);
  return { total: located + leftOut, read: located - inPart };
}

function countDamagedExif(bytes: Uint8Array, { tiff, detachedTiff }: MetadataCarriers): number {
  const walks = [
    ...(tiff === null ? [] : [walkTiff(bytes, tiff)]),
    ...(detachedTiff === null ? [] : [walkTiff(detachedTiff, { offset: 0, length: detachedTiff.length })]),
  ];
  return walks.filter((walk) => !walk.ok || walk.tiff.problems.length > 0).length;
}
