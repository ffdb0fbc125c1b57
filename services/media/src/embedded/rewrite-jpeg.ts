import type { ByteRange } from '../jpeg/jpeg-structure.ts';
import { walkSegments } from '../jpeg/walk-segments.ts';
import type { FilePart } from '../strip/file-part.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';
import type { JpegParts } from './jpeg-parts.ts';
import { buildMpfSegment, mpfSegmentBytes } from './mpf-index.ts';
import { rotateGainMap } from './rotate-gain-map.ts';
import { promisedKinds, removePromises, rewriteSizes } from './xmp-promises.ts';
import type { PromisedKind } from './xmp-promises.ts';

/** A JPEG file written again, with the parts that it still has. */
export interface RewrittenJpeg {
  readonly parts: readonly FilePart[];
  /** The parts that were left out, because they cannot be written. */
  readonly removed: readonly PromisedKind[];
}

export interface RewrittenImage {
  /** The old file. */
  readonly bytes: Uint8Array;
  readonly old: JpegParts;
  /** The new image, upright, without XMP. */
  readonly image: Uint8Array;
  /** The orientation of the old image. */
  readonly orientation: number;
}

/**
 * Puts a new image before the parts of its old file: the gain map, turned like the image, and the videos with all that follows them. The XMP states the new sizes, and
 * promises nothing that is gone.
 */
export async function rewriteJpeg({
  bytes,
  old,
  image,
  orientation,
}: RewrittenImage): Promise<RewrittenJpeg> {
  const gainMap = await tryRotate(bytes, old.gainMap, orientation);
  const has: Readonly<Record<PromisedKind, boolean>> = {
    gain_map: gainMap !== undefined,
    motion_video: old.tail !== undefined,
    depth_map: false,
  };
  const gone = promisedKinds.filter((kind) => !has[kind]);
  const xmp = old.xmp === undefined ? undefined : removePromises(old.xmp, new Set(gone));
  const order = orderParts(old, gainMap);
  const videoToEnd =
    order.tail && order.tail.length + (order.isTailFirst ? (gainMap?.length ?? 0) : 0) - old.tailPadding;
  const followsImage = order.isTailFirst || gainMap === undefined;
  const primary = writeImage(image, {
    xmp: (primaryBytes) =>
      xmp &&
      rewriteSizes(xmp, {
        primaryBytes,
        primaryPadding: followsImage ? old.tailPadding : 0,
        gainMapBytes: gainMap?.length,
        gainMapPadding: followsImage ? 0 : old.tailPadding,
        videoToEnd,
      }),
    isoSegment: gainMap && findIsoSegment(bytes),
    gainMap,
    attribute: old.gainMap?.attribute ?? 0,
    gainMapPlace: order.isTailFirst ? (order.tail?.length ?? 0) : 0,
  });
  const tail = order.tail === undefined ? [] : [order.tail];
  const map = gainMap === undefined ? [] : [gainMap];
  return {
    parts: [primary, ...(order.isTailFirst ? [...tail, ...map] : [...map, ...tail])],
    removed: gone.filter((kind) => old.parts.some((part) => part.kind === kind)),
  };
}

interface PartOrder {
  readonly tail: ByteRange | undefined;
  readonly isTailFirst: boolean;
}

/** Keeps the order of the parts, by which the directory counts. A gain map behind the video is cut out of the tail. */
function orderParts({ tail, gainMap: old }: JpegParts, gainMap: Uint8Array | undefined): PartOrder {
  const isTailFirst = tail !== undefined && old !== undefined && old.offset > tail.offset;
  if (!isTailFirst || gainMap === undefined) return { tail, isTailFirst: false };
  return { tail: { offset: tail.offset, length: old.offset - tail.offset }, isTailFirst };
}

async function tryRotate(
  bytes: Uint8Array,
  range: ByteRange | undefined,
  orientation: number,
): Promise<Uint8Array | undefined> {
  if (range === undefined) return undefined;
  try {
    return await rotateGainMap(bytes.subarray(range.offset, range.offset + range.length), orientation);
  } catch (error) {
    if (error instanceof UndecodableError) return undefined;
    throw error;
  }
}

interface ImageSegments {
  readonly xmp: (primaryBytes: number) => string | undefined;
  readonly isoSegment: Uint8Array | undefined;
  readonly gainMap: Uint8Array | undefined;
  readonly attribute: number;
  /** Bytes between the image and the gain map. */
  readonly gainMapPlace: number;
}

/** The size of the image stands in its own XMP, whose length changes with the number of digits. */
const maxRounds = 4;

function writeImage(
  image: Uint8Array,
  { xmp, isoSegment, gainMap, attribute, gainMapPlace }: ImageSegments,
): Uint8Array {
  const at = findSegmentPlace(image);
  const before = image.subarray(0, at);
  const after = image.subarray(at);
  let written = image;
  let primaryBytes = image.length;
  for (let round = 0; round < maxRounds; round += 1) {
    const leading = Buffer.concat([before, buildXmpSegment(xmp(primaryBytes)), isoSegment ?? none]);
    const length = leading.length + (gainMap === undefined ? 0 : mpfSegmentBytes) + after.length;
    const second = gainMap && { attribute, length: gainMap.length, offset: length + gainMapPlace };
    const mpf = second && buildMpfSegment({ position: leading.length, primaryBytes: length, second });
    written = Buffer.concat([leading, mpf ?? none, after]);
    if (primaryBytes === length) break;
    primaryBytes = length;
  }
  return written;
}

const none = new Uint8Array();
const maxSegmentBytes = 65_535;
const xmpSignature = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

function buildXmpSegment(xmp: string | undefined): Uint8Array {
  if (xmp === undefined) return none;
  const body = Buffer.concat([xmpSignature, Buffer.from(xmp, 'latin1')]);
  const header = Buffer.from([0xff, 0xe1, 0, 0]);
  if (body.length + 2 > maxSegmentBytes) throw new UndecodableError('the XMP does not fit a segment');
  header.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([header, body]);
}

/** Returns the position behind JFIF and EXIF. */
function findSegmentPlace(image: Uint8Array): number {
  const segments = walkSegments(image)?.segments ?? [];
  return segments.find(({ name }) => !['SOI', 'APP0', 'APP1'].includes(name))?.offset ?? 2;
}

const isoSignature = 'urn:iso:std:iso:ts:21496:-1\0';

/** Finds the segment that states the version of ISO 21496-1 in the image itself. */
function findIsoSegment(bytes: Uint8Array): Uint8Array | undefined {
  const segment = walkSegments(bytes)?.segments.find(({ name, offset }) => {
    const start = offset + 4;
    return (
      name === 'APP2' &&
      Buffer.from(bytes.subarray(start, start + isoSignature.length)).toString('latin1') === isoSignature
    );
  });
  return segment && bytes.subarray(segment.offset, segment.offset + segment.length);
}
