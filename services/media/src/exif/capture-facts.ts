import { readCaptureTime } from './capture-time.ts';
import type { CaptureTime } from './capture-time.ts';
import { readIptcTime } from './iptc-texts.ts';
import { locateMetadata } from './metadata-carriers.ts';
import { readTiff } from './read-exif.ts';
import type { ExifRead } from './read-exif.ts';
import { readXmpProperties } from './xmp-properties.ts';

/** Degrees, WGS 84 as EXIF assumes. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** The camera, the time and the place that the metadata of an image state. Null where they say nothing. */
export interface CaptureFacts {
  readonly exif: ExifRead | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly time: CaptureTime | null;
  readonly place: Coordinates | null;
}

/**
 * Reads EXIF, then XMP, then IPTC. Enrichment and verification both read these facts here.
 * @param decoderExif the EXIF that a decoder found, for a file that keeps it in pieces
 */
export function readCaptureFacts(
  bytes: Uint8Array,
  mimeType: string,
  decoderExif: Uint8Array | null = null,
): CaptureFacts {
  const located = locateMetadata(bytes, mimeType);
  const carriers = { ...located, detachedTiff: located.detachedTiff ?? decoderExif };
  const exif = readTiff(bytes, carriers);
  const xmp = carriers.xmp === null ? null : readXmpProperties(carriers.xmp);
  const iptc = carriers.iptc === null ? null : readIptcTime(bytes, carriers.iptc);
  const namesCamera = exif !== null && (exif.make !== null || exif.model !== null);
  const { make = null, model = null } = (namesCamera ? exif : xmp) ?? {};
  const place = exif?.gps ?? xmp?.place ?? null;
  return {
    exif,
    make,
    model,
    time: readCaptureTime({ exif, xmp, iptc }),
    place: place && { latitude: place.latitude, longitude: place.longitude },
  };
}
