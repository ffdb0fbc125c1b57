import { detectType } from '../sniff/detect-type.ts';
import { readHead } from '../sniff/read-head.ts';
import { readBmpHeader } from './bmp-header.ts';
import { iccDescription } from './icc-description.ts';
import { assertDecodableSize, limitPixels, maxImagePixels } from '../limits/image-limits.ts';
import { openSharpHeader } from './open-sharp.ts';
import { findOpenable } from './image-source.ts';
import { undecodable, UndecodableError } from '../limits/undecodable-error.ts';

/** What the headers of an image say, without decoding a pixel. */
export interface ImageHeader {
  /** By the bytes. */
  readonly mimeType: string;
  /** Stored pixels, before {@link ImageHeader.orientation}; of an animation the first frame. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8; 1 when there is none. A HEIC is stored upright already. */
  readonly orientation: number;
  /** The ICC profile's description when there is one, else `sRGB`, `Gray` or `CMYK`. */
  readonly colorSpace: string;
  /** The embedded ICC profile. */
  readonly icc: Uint8Array | undefined;
  readonly hasAlpha: boolean;
  /** The EXIF block as a TIFF stream, without the `Exif\0\0` prefix. */
  readonly exif: Uint8Array | undefined;
}

/** Image types that {@link readImageHeader} and `decodeImage` know. */
export const decodableImageTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/bmp',
  'image/heic',
  'image/avif',
];

/**
 * Reads the headers of an image file.
 * @throws UndecodableError when it is no decodable image, or states a size beyond the caps
 */
export async function readImageHeader(path: string, maxPixels = maxImagePixels): Promise<ImageHeader> {
  const header = await describeImage(path, maxPixels);
  assertDecodableSize(header.width, header.height, Math.min(maxPixels, limitPixels(header.mimeType)));
  return header;
}

/**
 * Reads the headers of an image file, whatever size they state.
 * @throws UndecodableError when it is no image of a supported type, or its header cannot be read
 */
export async function describeImage(path: string, maxPixels = maxImagePixels): Promise<ImageHeader> {
  const head = await readHead(path);
  const mimeType = (await detectType(head))?.mimeType ?? 'unknown';
  if (!decodableImageTypes.includes(mimeType)) {
    throw new UndecodableError('the file could not be decoded: it is not an image of a supported type');
  }
  return mimeType === 'image/bmp' ? bmpHeader(head, maxPixels) : sharpHeader(path, mimeType);
}

function bmpHeader(head: Uint8Array, maxPixels: number): ImageHeader {
  const { width, height } = readBmpHeader(head, maxPixels);
  const colorSpace = 'sRGB';
  return {
    mimeType: 'image/bmp',
    width,
    height,
    orientation: 1,
    colorSpace,
    icc: undefined,
    hasAlpha: false,
    exif: undefined,
  };
}

async function sharpHeader(path: string, mimeType: string): Promise<ImageHeader> {
  // The size is judged by assertDecodableSize, whose reason names the figures.
  const source = await findOpenable(path, mimeType);
  const metadata = await openSharpHeader(source).metadata().catch(rethrowUndecodable);
  return {
    mimeType,
    width: metadata.width,
    height: metadata.pageHeight ?? metadata.height,
    orientation: metadata.orientation ?? 1,
    colorSpace: (metadata.icc && iccDescription(metadata.icc)) ?? spaceName(metadata.space),
    icc: metadata.icc,
    hasAlpha: metadata.hasAlpha,
    exif: metadata.exif && withoutExifPrefix(metadata.exif),
  };
}

function rethrowUndecodable(cause: unknown): never {
  throw undecodable(cause);
}

function spaceName(space: string): string {
  if (space === 'b-w' || space === 'grey16') return 'Gray';
  return space === 'cmyk' ? 'CMYK' : 'sRGB';
}

function withoutExifPrefix(exif: Uint8Array): Uint8Array {
  const prefix = Buffer.from(exif.subarray(0, 6)).toString('latin1');
  return prefix === 'Exif\0\0' ? exif.subarray(6) : exif;
}
