import { UndecodableError } from '../limits/undecodable-error.ts';
import { listProperties, readHeifItems } from '../heif/read-items.ts';
import type { HeifMeta } from '../heif/read-items.ts';
import type { EmbeddedKind, EmbeddedPart } from './embedded-part.ts';
import { findAppendedVideo } from './find-video.ts';

const gainMapType = 'urn:com:apple:photo:2020:aux:hdrgainmap';
const depthTypes: readonly string[] = [
  'urn:mpeg:hevc:2015:auxid:2',
  'urn:mpeg:mpegB:cicp:systems:auxiliary:depth',
];
const mimeTypes: Readonly<Record<string, string | undefined>> = {
  hvc1: 'image/heic',
  av01: 'image/avif',
  jpeg: 'image/jpeg',
};

/**
 * Finds the parts of a HEIC or AVIF file: auxiliary images by the type that their property states (ISO/IEC 23008-12 §6.6.2.1), the gain map of a `tmap` image
 * (ISO 21496-1), thumbnails, and the video of a motion photo. Never throws.
 */
export function readHeifParts(bytes: Uint8Array): readonly EmbeddedPart[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const meta = readHeifItems(file);
    const images = Array.from(listImages(file, meta), ([id, kind]) => describeItem(meta, id, kind));
    return [...images, ...listVideos(file, meta)];
  } catch (error) {
    if (error instanceof UndecodableError) return [];
    throw error;
  }
}

function listImages(file: Buffer, meta: HeifMeta): ReadonlyMap<number, EmbeddedKind> {
  const kinds = new Map<number, EmbeddedKind>();
  for (const { type, from, to } of meta.references) {
    const kind =
      type === 'auxl' ? readAuxiliaryKind(file, meta, from) : type === 'thmb' ? 'preview' : undefined;
    if (kind !== undefined) kinds.set(from, kind);
    const [, gainMap] = to;
    if (type === 'dimg' && meta.items.get(from)?.type === 'tmap' && gainMap !== undefined)
      kinds.set(gainMap, 'gain_map');
  }
  return kinds;
}

function readAuxiliaryKind(file: Buffer, meta: HeifMeta, id: number): EmbeddedKind | undefined {
  const property = listProperties(meta, id).find(({ name }) => name === 'auxC');
  if (property === undefined) return undefined;
  const [type = ''] = file.toString('latin1', property.start + 4, property.end).split('\0', 1);
  if (type === gainMapType) return 'gain_map';
  return depthTypes.includes(type) ? 'depth_map' : undefined;
}

/** An image of tiles has the size and the type of those. */
function describeItem(
  { items, references, locations }: HeifMeta,
  id: number,
  kind: EmbeddedKind,
): EmbeddedPart {
  const tiles = references.find(({ type, from }) => type === 'dimg' && from === id)?.to ?? [];
  const extents = [id, ...tiles].flatMap((item) => locations.get(item)?.extents ?? []);
  const types = [id, ...tiles].map((item) => mimeTypes[items.get(item)?.type ?? '']);
  return {
    kind,
    mimeType: types.find((type) => type !== undefined) ?? 'image/heic',
    offset: extents.reduce((least, { offset }) => Math.min(least, offset), Infinity),
    length: extents.reduce((sum, { length }) => sum + length, 0),
  };
}

/** The video is in a box of its own (Motion Photo 1.0), or appended. */
function listVideos(file: Buffer, { top }: HeifMeta): readonly EmbeddedPart[] {
  const own = top.find(({ name }) => name === 'mpvd');
  const end = top.at(-1)?.end ?? file.length;
  const range =
    own === undefined
      ? { offset: end, length: file.length - end }
      : { offset: own.start, length: own.end - own.start };
  const video = findAppendedVideo(file, range);
  return video === null ? [] : [{ kind: 'motion_video', mimeType: 'video/mp4', ...video }];
}
