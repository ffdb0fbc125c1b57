import { readFile } from 'node:fs/promises';
import exifr from 'exifr';
import { readCoordinate } from './gps-position.ts';
import { locateMetadata } from './metadata-carriers.ts';
import type { MetadataCarriers } from './metadata-carriers.ts';
import type { TiffStructure } from './tiff-structure.ts';
import { walkTiff } from './walk-tiff.ts';

/** Exif 2.32 tags of interest. Times are as written (`2024:05:01 12:30:00`), without interpretation. */
export interface ExifRead {
  readonly make: string | null;
  readonly model: string | null;
  readonly software: string | null;
  readonly lensModel: string | null;
  readonly orientation: number | null;
  readonly exifVersion: string | null;
  readonly dateTimeOriginal: string | null;
  readonly dateTimeDigitized: string | null;
  readonly modifyDate: string | null;
  /** UTC offset of DateTimeOriginal, such as `+02:00`. */
  readonly offsetTimeOriginal: string | null;
  /** Seconds. */
  readonly exposureTime: number | null;
  readonly fNumber: number | null;
  readonly iso: number | null;
  /** Millimetres. */
  readonly focalLength: number | null;
  readonly pixelWidth: number | null;
  readonly pixelHeight: number | null;
  readonly gps: {
    readonly latitude: number;
    readonly longitude: number;
    readonly altitude: number | null;
  } | null;
  readonly gpsDate: string | null;
  /** Every tag exifr read, by its name; values as it gives them, for storage as JSON. */
  readonly tags: Readonly<Record<string, unknown>>;
  /** Null when the TIFF data could not be located or walked. */
  readonly structure: TiffStructure | null;
}

const exifrOptions = {
  tiff: true,
  ifd0: {},
  ifd1: false,
  exif: true,
  gps: true,
  interop: true,
  makerNote: false,
  userComment: false,
  xmp: false,
  icc: false,
  iptc: false,
  jfif: false,
  ihdr: false,
  mergeOutput: true,
  sanitize: true,
  reviveValues: false,
  translateKeys: true,
  translateValues: false,
} as const;

/**
 * Reads Exif from a file or its bytes; JPEG, PNG, WebP, TIFF, HEIC and AVIF. Null when there is none or it is unreadable.
 * Rejects only when a path cannot be read.
 */
export async function readExif(source: Uint8Array | string, mimeType: string): Promise<ExifRead | null> {
  const bytes = typeof source === 'string' ? await readFile(source) : source;
  return readTiff(bytes, mimeType, locateMetadata(bytes, mimeType));
}

/** Reads Exif where it was located. Null when there is none or it is unreadable. */
export async function readTiff(
  bytes: Uint8Array,
  mimeType: string,
  { tiff, detachedTiff }: Pick<MetadataCarriers, 'tiff' | 'detachedTiff'>,
): Promise<ExifRead | null> {
  if (tiff === null && detachedTiff !== null) {
    const tags = await parseTags(detachedTiff);
    return tags && { ...named(tags), tags, structure: null };
  }
  const walk = tiff === null ? null : walkTiff(bytes, tiff);
  const container = mimeType === 'image/heic' || mimeType === 'image/heif' || mimeType === 'image/avif';
  if (tiff === null && !container) return null;
  const tags = await parseTags(
    tiff === null ? bytes : bytes.subarray(tiff.offset, tiff.offset + tiff.length),
  );
  const structure = walk?.ok === true ? walk.tiff : null;
  if (tags === null && structure === null) return null;
  return { ...named(tags ?? {}), tags: tags ?? {}, structure };
}

async function parseTags(bytes: Uint8Array): Promise<Record<string, unknown> | null> {
  try {
    const tags: unknown = await exifr.parse(bytes, exifrOptions);
    return isRecord(tags) ? mapTexts(tags) : null;
  } catch {
    return null;
  }
}

/** Cuts texts at their first NUL, where an ASCII value ends (TIFF 6.0, section 2). */
function mapTexts(tags: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tags).map(([name, value]) => [name, typeof value === 'string' ? cutAtNul(value) : value]),
  );
}

function cutAtNul(text: string): string {
  return text.split('\0', 1)[0] ?? '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function named(tags: Record<string, unknown>): Omit<ExifRead, 'tags' | 'structure'> {
  const text = (name: string): string | null => toText(tags[name]);
  const number = (name: string): number | null => toNumber(tags[name]);
  const latitude = readCoordinate(tags['GPSLatitude'], tags['GPSLatitudeRef'], 90);
  const longitude = readCoordinate(tags['GPSLongitude'], tags['GPSLongitudeRef'], 180);
  return {
    make: text('Make'),
    model: text('Model'),
    software: text('Software'),
    lensModel: text('LensModel'),
    orientation: number('Orientation'),
    exifVersion: toVersion(tags['ExifVersion']),
    dateTimeOriginal: text('DateTimeOriginal'),
    dateTimeDigitized: text('CreateDate'),
    modifyDate: text('ModifyDate'),
    offsetTimeOriginal: text('OffsetTimeOriginal'),
    exposureTime: number('ExposureTime'),
    fNumber: number('FNumber'),
    iso: number('ISO'),
    focalLength: number('FocalLength'),
    pixelWidth: number('ExifImageWidth'),
    pixelHeight: number('ExifImageHeight'),
    gps:
      latitude === null || longitude === null
        ? null
        : { latitude, longitude, altitude: number('GPSAltitude') },
    gpsDate: text('GPSDateStamp'),
  };
}

function toText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const trimmed = cutAtNul(value).trim();
  return trimmed === '' ? null : trimmed;
}

function toNumber(value: unknown): number | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'number' && Number.isFinite(first) ? first : null;
}

/** Four ASCII digits stored as UNDEFINED, such as `0230`. */
function toVersion(value: unknown): string | null {
  if (typeof value === 'string') return toText(value);
  const codes = value instanceof Uint8Array || Array.isArray(value) ? Array.from<unknown>(value) : [];
  const digits = codes.filter((code): code is number => typeof code === 'number');
  return digits.length === 4 ? String.fromCharCode(...digits) : null;
}
