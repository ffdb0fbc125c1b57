import { byteView } from '../bytes/byte-view.ts';
import type { ByteView } from '../bytes/byte-view.ts';
import type { ByteRange, EmbeddedPreview, PhotoshopRecord } from './jpeg-structure.ts';

const iptcResource = 0x0404;
const jpegQualityResource = 0x0406;
const thumbnailResources = [0x0409, 0x040c];
/** Adobe Photoshop File Formats Specification: a thumbnail resource has a 28-byte header before its JFIF data. */
const thumbnailHeaderBytes = 28;

interface ImageResource {
  readonly id: number;
  readonly data: ByteRange;
}

/** Image resources (`8BIM`) of an APP13 segment; `range` begins after `Photoshop 3.0\0`. */
export function readPhotoshopRecord(bytes: Uint8Array, range: ByteRange): PhotoshopRecord {
  const resources = listResources(bytes, range);
  const quality = resources.find((resource) => resource.id === jpegQualityResource)?.data;
  return {
    ...range,
    saveQuality:
      quality === undefined ? null : readSaveQuality(byteView(bytes, quality.offset, quality.length)),
    iptc: resources.find((resource) => resource.id === iptcResource)?.data ?? null,
  };
}

/** Thumbnails among the image resources. */
export function photoshopPreviews(bytes: Uint8Array, range: ByteRange): EmbeddedPreview[] {
  return listResources(bytes, range)
    .filter(
      (resource) => thumbnailResources.includes(resource.id) && resource.data.length > thumbnailHeaderBytes,
    )
    .map(({ data }) => ({
      source: 'photoshop',
      encoding: byteView(bytes, data.offset, 4).u32(0) === 1 ? 'jpeg' : 'rgb',
      offset: data.offset + thumbnailHeaderBytes,
      length: data.length - thumbnailHeaderBytes,
    }));
}

function listResources(bytes: Uint8Array, range: ByteRange): ImageResource[] {
  const view = byteView(bytes, range.offset, range.length);
  const resources: ImageResource[] = [];
  let at = 0;
  while (view.startsWith('8BIM', at)) {
    const id = view.u16(at + 4);
    const nameLength = view.u8(at + 6);
    if (id === null || nameLength === null) break;
    const sizeAt = at + 6 + even(nameLength + 1);
    const size = view.u32(sizeAt);
    if (size === null || sizeAt + 4 + size > view.length) break;
    resources.push({ id, data: { offset: view.start + sizeAt + 4, length: size } });
    at = sizeAt + 4 + even(size);
  }
  return resources;
}

/** Stored as a signed 16-bit number from -4 (quality 0) to 8 (quality 12). */
function readSaveQuality(view: ByteView): number | null {
  const stored = view.u16(0);
  if (stored === null) return null;
  const quality = (stored > 0x7fff ? stored - 0x10000 : stored) + 4;
  return quality >= 0 && quality <= 12 ? quality : null;
}

function even(size: number): number {
  return size + (size % 2);
}
