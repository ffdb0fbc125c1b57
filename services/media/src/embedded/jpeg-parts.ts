import type { ByteRange, JpegStructure } from '../jpeg/jpeg-structure.ts';
import { parseJpeg } from '../jpeg/parse-jpeg.ts';
import type { EmbeddedKind, EmbeddedPart } from './embedded-part.ts';
import { beginsVideo, findAppendedVideo, measureVideo } from './find-video.ts';
import { listMpfEntries } from './mpf-index.ts';
import type { MpfEntry } from './mpf-index.ts';
import { promisedKinds, readKind, readPromises } from './xmp-promises.ts';
import type { ContainerItem, PromisedKind, XmpPromises } from './xmp-promises.ts';

/** An image behind the end of a JPEG file. */
interface EmbeddedImage extends MpfEntry {
  readonly kind: EmbeddedKind;
}

/** The parts of a JPEG file. */
export interface JpegParts {
  readonly parts: readonly EmbeddedPart[];
  readonly gainMap: EmbeddedImage | undefined;
  /**
   * The range from the first video to the end of the file, together with the directory that Samsung and Huawei write behind it. Both, and the XMP, count positions from the
   * end of the file, so that it stays right behind another image.
   */
  readonly tail: ByteRange | undefined;
  /** The parts that the XMP promises and the file does not have. */
  readonly missing: readonly PromisedKind[];
  /** The main XMP packet, as Latin-1. */
  readonly xmp: string | undefined;
  /** The bytes between the start of the tail and the first video. */
  readonly tailPadding: number;
}

/** Finds the parts of a JPEG file: by its Multi-Picture Format index, its XMP, and by the boxes of a video at its end. Reads each byte a few times. */
export function readJpegParts(bytes: Uint8Array): JpegParts {
  const parsed = parseJpeg(bytes);
  if (!parsed.ok) return { ...nothing, missing: [] };
  const { jpeg } = parsed;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const xmp = jpeg.xmp === null ? undefined : file.toString('latin1', jpeg.xmp.offset, findEnd(jpeg.xmp));
  const promises = xmp === undefined ? undefined : readPromises(xmp);
  const trailing = jpeg.trailing ?? { offset: bytes.length, length: 0 };
  const places = promises === undefined ? [] : locateItems(promises, { file, trailing });
  const images = listImages(bytes, jpeg, places);
  const videos = listVideos(file, { trailing, places, promises, images });
  const [firstVideo] = videos.toSorted((a, b) => a.offset - b.offset);
  const tailStart =
    firstVideo && Math.min(firstVideo.offset, findSamsungStart(file, trailing) ?? firstVideo.offset);
  const parts = [
    ...jpeg.previews
      .filter(({ encoding }) => encoding === 'jpeg')
      .map(({ offset, length }) => ({ kind: 'preview' as const, mimeType: 'image/jpeg', offset, length })),
    ...images.map(({ kind, offset, length }) => ({ kind, mimeType: 'image/jpeg', offset, length })),
    ...videos,
  ];
  const found = new Set(parts.map(({ kind }) => kind));
  return {
    parts,
    gainMap: images.find(({ kind }) => kind === 'gain_map'),
    tail: tailStart === undefined ? undefined : { offset: tailStart, length: bytes.length - tailStart },
    missing: promisedKinds.filter((kind) => promises?.kinds.has(kind) === true && !found.has(kind)),
    xmp,
    tailPadding: firstVideo === undefined || tailStart === undefined ? 0 : firstVideo.offset - tailStart,
  };
}

const nothing = { parts: [], gainMap: undefined, tail: undefined, xmp: undefined, tailPadding: 0 };

function findEnd({ offset, length }: ByteRange): number {
  return offset + length;
}

interface Trailing {
  readonly file: Buffer;
  readonly trailing: ByteRange;
}

/** A position that the directory of the XMP states, by one of the ways to count. */
interface ItemPlace extends ByteRange {
  readonly kind: PromisedKind;
}

/**
 * Locates the entries of the directory. Motion Photo 1.0 puts the last one at the end of the file, and each other one before its successor; some phones
 * count from the end of the image instead, and some append data that they do not list.
 */
function locateItems({ items }: XmpPromises, { file, trailing }: Trailing): readonly ItemPlace[] {
  const secondary = items.filter(({ semantic }) => semantic !== 'Primary');
  const primaryPadding = items.find(({ semantic }) => semantic === 'Primary')?.padding ?? 0;
  let fromEnd = file.length;
  const lastStarts = secondary
    .toReversed()
    .map(({ length, padding }) => (fromEnd -= length + padding))
    .toReversed();
  let fromImage = trailing.offset + primaryPadding;
  return secondary.flatMap((item, index) => {
    const { length, padding } = item;
    const kind = readKind(item);
    const candidates = [lastStarts[index] ?? -1, file.length - length, fromImage];
    fromImage += length + padding;
    if (kind === undefined || length === 0) return [];
    const offset = candidates.find(
      (at) => at >= trailing.offset && at + length <= file.length && begins(file, at, item),
    );
    return offset === undefined ? [] : [{ kind, offset, length }];
  });
}

function begins(file: Buffer, at: number, item: ContainerItem): boolean {
  if (readKind(item) === 'motion_video') return beginsVideo(file, at);
  return isJpegAt(file, at);
}

function isJpegAt(file: Buffer, at: number): boolean {
  return at >= 0 && at + 4 <= file.length && file.readUIntBE(at, 3) === 0xffd8ff;
}

function listImages(
  bytes: Uint8Array,
  { mpf }: JpegStructure,
  places: readonly ItemPlace[],
): readonly EmbeddedImage[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const listed = places
    .filter(({ kind }) => kind !== 'motion_video')
    .map((place) => ({ attribute: 0, ...place }));
  const indexed = listMpfEntries(bytes, mpf).flatMap(({ attribute, offset, length }) => {
    if (!isJpegAt(file, offset)) return [];
    const inside = Math.min(length, bytes.length - offset);
    const kind =
      listed.find((one) => one.offset === offset)?.kind ??
      classifyImage(bytes.subarray(offset, offset + inside), attribute);
    return kind === undefined ? [] : [{ attribute, offset, length: inside, kind }];
  });
  const others = listed.filter(({ offset }) => indexed.every((one) => one.offset !== offset));
  return [...indexed, ...others];
}

const headBytes = 131_072;
const disparityType = 0x020002;
const gainMapSigns: readonly string[] = [
  'http://ns.adobe.com/hdr-gain-map/',
  'http://ns.apple.com/HDRGainMap/',
  'aux:hdrgainmap',
  'urn:iso:std:iso:ts:21496:-1',
];
const depthSigns: readonly string[] = [
  'aux:disparity',
  'aux:depth',
  'http://ns.google.com/photos/1.0/depthmap/',
];

/** Returns the kind of an image by what its own metadata says. Previews are listed elsewhere. */
function classifyImage(image: Uint8Array, attribute: number): PromisedKind | undefined {
  const head = Buffer.from(image.subarray(0, headBytes));
  if (gainMapSigns.some((sign) => head.includes(sign, 0, 'latin1'))) return 'gain_map';
  if (depthSigns.some((sign) => head.includes(sign, 0, 'latin1'))) return 'depth_map';
  return (attribute & 0xffffff) === disparityType ? 'depth_map' : undefined;
}

interface VideoPlaces {
  readonly trailing: ByteRange;
  readonly places: readonly ItemPlace[];
  readonly promises: XmpPromises | undefined;
  readonly images: readonly ByteRange[];
}

/** Lists the videos that the XMP locates, or else one that a phone appended without saying so. */
function listVideos(
  file: Buffer,
  { trailing, places, promises, images }: VideoPlaces,
): readonly EmbeddedPart[] {
  const stated = places.filter(({ kind }) => kind === 'motion_video').map(toVideo);
  if (stated.length > 0) return stated;
  const microVideo = promises?.microVideoOffset ?? 0;
  const offset = file.length - microVideo;
  if (offset >= trailing.offset && beginsVideo(file, offset))
    return [toVideo({ offset, length: microVideo })];
  const searched = Math.max(trailing.offset, ...images.map(findEnd));
  const appended = findAppendedVideo(file, { offset: searched, length: file.length - searched });
  return appended === null ? [] : [toVideo(appended)];

  function toVideo(place: ByteRange): EmbeddedPart {
    const length = measureVideo(file, place)?.length ?? place.length;
    return {
      kind: 'motion_video',
      mimeType: readVideoType(file, place.offset),
      offset: place.offset,
      length,
    };
  }
}

function readVideoType(file: Buffer, offset: number): string {
  return file.toString('latin1', offset + 8, offset + 10) === 'qt' ? 'video/quicktime' : 'video/mp4';
}

const maxSamsungEntries = 100;

/**
 * Returns where the first block of the directory at the end of a Samsung file begins. The directory `SEFH … SEFT` counts each block backwards from its own start.
 */
function findSamsungStart(file: Buffer, trailing: ByteRange): number | undefined {
  if (trailing.length < 24 || file.toString('latin1', file.length - 4) !== 'SEFT') return undefined;
  const size = file.readUInt32LE(file.length - 8);
  const start = file.length - 8 - size;
  if (size < 12 || start < trailing.offset || file.toString('latin1', start, start + 4) !== 'SEFH')
    return undefined;
  const count = Math.min(file.readUInt32LE(start + 8), maxSamsungEntries);
  let first = start;
  for (let at = start + 12; at < start + 12 + count * 12 && at + 12 <= file.length; at += 12)
    first = Math.min(first, start - file.readUInt32LE(at + 4));
  return first >= trailing.offset ? first : undefined;
}
