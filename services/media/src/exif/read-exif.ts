import { readFile } from 'node:fs/promises';
import { readCoordinate } from './gps-position.ts';
import { locateMetadata } from './metadata-carriers.ts';
import type { MetadataCarriers } from './metadata-carriers.ts';
import { openValues } from '../tiff/read-values.ts';
import type { TiffValues } from '../tiff/read-values.ts';
import type { TiffStructure } from '../tiff/tiff-structure.ts';
import { walkTiff } from '../tiff/walk-tiff.ts';

/** Exif 2.32 tags of interest. Times are as written (`2024:05:01 12:30:00`), without interpretation. */
export interface ExifRead {
  readonly make: string | null;
  readonly model: string | null;
  readonly software: string | null;
  readonly lensModel: string | null;
  /** The number of the camera body. */
  readonly serialNumber: string | null;
  readonly orientation: number | null;
  readonly exifVersion: string | null;
  readonly dateTimeOriginal: string | null;
  readonly dateTimeDigitized: string | null;
  readonly modifyDate: string | null;
  /** UTC offset of DateTimeOriginal, such as `+02:00`. */
  readonly offsetTimeOriginal: string | null;
  readonly offsetTimeDigitized: string | null;
  /** Digits after the second of DateTimeOriginal. */
  readonly subSecTimeOriginal: string | null;
  readonly subSecTimeDigitized: string | null;
  /** Seconds. */
  readonly exposureTime: number | null;
  readonly fNumber: number | null;
  readonly iso: number | null;
  /** Bit 0 is set if the flash fired. */
  readonly flash: number | null;
  /** Millimetres. */
  readonly focalLength: number | null;
  /** Millimetres on 35 mm film. */
  readonly focalLengthIn35mm: number | null;
  readonly pixelWidth: number | null;
  readonly pixelHeight: number | null;
  readonly gps: {
    readonly latitude: number;
    readonly longitude: number;
    readonly altitude: number | null;
  } | null;
  readonly gpsDate: string | null;
  /** Hours, minutes and seconds in UTC. */
  readonly gpsTime: readonly number[] | null;
  /** Null when the TIFF data could not be located or walked. */
  readonly structure: TiffStructure | null;
}

/**
 * Reads Exif from a file or its bytes; JPEG, PNG, WebP, TIFF, HEIC and AVIF. Null when there is none or it is unreadable.
 * Rejects only when a path cannot be read.
 */
export async function readExif(source: Uint8Array | string, mimeType: string): Promise<ExifRead | null> {
  const bytes = typeof source === 'string' ? await readFile(source) : source;
  return readTiff(bytes, locateMetadata(bytes, mimeType));
}

/** Reads Exif where it was located. Null when there is none or it is unreadable. */
export function readTiff(
  bytes: Uint8Array,
  { tiff, detachedTiff }: Pick<MetadataCarriers, 'tiff' | 'detachedTiff'>,
): ExifRead | null {
  if (tiff !== null) {
    const walk = walkTiff(bytes, tiff);
    return walk.ok ? { ...readTags(openValues(bytes, walk.tiff)), structure: walk.tiff } : null;
  }
  if (detachedTiff === null) return null;
  const walk = walkTiff(detachedTiff, { offset: 0, length: detachedTiff.length });
  return walk.ok ? { ...readTags(openValues(detachedTiff, walk.tiff)), structure: null } : null;
}

function readTags(values: TiffValues): Omit<ExifRead, 'structure'> {
  return {
    make: values.text('ifd0', 0x010f),
    model: values.text('ifd0', 0x0110),
    software: values.text('ifd0', 0x0131),
    lensModel: values.text('exif', 0xa434),
    serialNumber: readSerialNumber(values),
    orientation: values.number('ifd0', 0x0112),
    exifVersion: readVersion(values),
    dateTimeOriginal: values.text('exif', 0x9003),
    dateTimeDigitized: values.text('exif', 0x9004),
    modifyDate: values.text('ifd0', 0x0132),
    offsetTimeOriginal: values.text('exif', 0x9011),
    offsetTimeDigitized: values.text('exif', 0x9012),
    subSecTimeOriginal: values.text('exif', 0x9291),
    subSecTimeDigitized: values.text('exif', 0x9292),
    exposureTime: values.number('exif', 0x829a),
    fNumber: values.number('exif', 0x829d),
    iso: values.number('exif', 0x8827),
    flash: values.number('exif', 0x9209),
    focalLength: values.number('exif', 0x920a),
    focalLengthIn35mm: values.number('exif', 0xa405),
    pixelWidth: values.number('exif', 0xa002),
    pixelHeight: values.number('exif', 0xa003),
    gps: readPosition(values),
    gpsDate: values.text('gps', 0x001d),
    gpsTime: values.fractions('gps', 0x0007),
  };
}

/** CameraSerialNumber of DNG, SerialNumber of Camera Raw, else BodySerialNumber of Exif. */
function readSerialNumber(values: TiffValues): string | null {
  const stated = [values.text('ifd0', 0xc62f), values.text('exif', 0xfde9), values.text('exif', 0xa431)];
  return stated.find((text) => text !== null) ?? null;
}

/** Four ASCII digits stored as UNDEFINED, such as `0230`; some writers store them as ASCII. */
function readVersion(values: TiffValues): string | null {
  const stated = values.text('exif', 0x9000);
  if (stated !== null) return stated;
  const codes = values.bytes('exif', 0x9000);
  return codes?.length === 4 ? String.fromCharCode(...codes) : null;
}

function readPosition(values: TiffValues): ExifRead['gps'] {
  const latitude = readCoordinate(values.fractions('gps', 0x0002), values.text('gps', 0x0001), 90);
  const longitude = readCoordinate(values.fractions('gps', 0x0004), values.text('gps', 0x0003), 180);
  if (latitude === null || longitude === null) return null;
  return { latitude, longitude, altitude: values.number('gps', 0x0006) };
}
