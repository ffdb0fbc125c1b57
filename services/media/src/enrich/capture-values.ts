import { nameDevice } from '../exif/device-name.ts';
import type { CaptureFacts } from '../exif/capture-facts.ts';

/** The camera, the time and the place that the metadata of an image state; absent keys are not known. */
export interface CaptureValues {
  /** Make and model, the make once. */
  readonly captureDevice?: string;
  /** ISO 8601 in UTC. */
  readonly capturedAt?: string;
  /**
   * `offset`: EXIF states the UTC offset. `gps`: the offset is derived from the GPS clock, which is UTC. `xmp`, `iptc`: read from there,
   * with its UTC offset. `assumed_utc`: the file states only a local time, which is given as if it were UTC and may be up to 14 hours off.
   */
  readonly capturedAtBasis?: 'offset' | 'gps' | 'xmp' | 'iptc' | 'assumed_utc';
  /** Degrees, WGS 84 as EXIF assumes. */
  readonly gpsCoordinates?: { readonly lat: number; readonly lng: number };
}

/** Returns the values that a file record keeps. */
export function toCaptureValues({ make, model, time, place }: CaptureFacts): CaptureValues {
  const captureDevice = nameDevice({ make: cleanText(make), model: cleanText(model) });
  const capturedMs = time && (time.utcMs ?? time.localMs);
  return {
    ...(captureDevice === null ? {} : { captureDevice }),
    ...(time === null || capturedMs === null
      ? {}
      : { capturedAt: new Date(capturedMs).toISOString(), capturedAtBasis: time.basis }),
    ...(place === null ? {} : { gpsCoordinates: { lat: place.latitude, lng: place.longitude } }),
  };
}

function cleanText(text: string | null): string | null {
  const cleaned = text?.replace(/\p{C}/gu, ' ').trim().slice(0, 200) ?? '';
  return cleaned === '' ? null : cleaned;
}
