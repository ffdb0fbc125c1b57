import type { ExifRead } from '../exif/read-exif.ts';

/** What the EXIF of a picture says of its making; absent keys are not known. */
export interface ExifValues {
  /** Make and model, the make once. */
  readonly captureDevice?: string;
  /** ISO 8601 in UTC. */
  readonly capturedAt?: string;
  /**
   * `offset`: the file states its UTC offset. `gps`: derived from the GPS clock, which is UTC. `assumed_utc`: the file states
   * only a local time, which is given as if it were UTC and may be up to 14 hours off.
   */
  readonly capturedAtBasis?: 'offset' | 'gps' | 'assumed_utc';
  /** Degrees, WGS 84 as EXIF assumes. */
  readonly gpsCoordinates?: { readonly lat: number; readonly lng: number };
}

/** The values of an EXIF block that a file record keeps; malformed ones are left out. */
export function exifValues(exif: ExifRead): ExifValues {
  const captureDevice = deviceName(text(exif.make), text(exif.model));
  const captured = captureTime(exif);
  const gpsCoordinates = coordinates(exif.gps);
  return {
    ...(captureDevice === undefined ? {} : { captureDevice }),
    ...(captured ?? {}),
    ...(gpsCoordinates === undefined ? {} : { gpsCoordinates }),
  };
}

function deviceName(make: string | undefined, model: string | undefined): string | undefined {
  if (make === undefined || model === undefined) return model ?? make;
  const [brand = make] = make.split(/\s+/, 1);
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${make} ${model}`;
}

function captureTime(exif: ExifRead): Pick<ExifValues, 'capturedAt' | 'capturedAtBasis'> | undefined {
  const local = text(exif.dateTimeOriginal) ?? text(exif.dateTimeDigitized);
  const offset =
    text(exif.offsetTimeOriginal) ?? text(exif.tags['OffsetTimeDigitized']) ?? text(exif.tags['OffsetTime']);
  const stated = local === undefined ? undefined : toUtc(local, offset);
  if (stated !== undefined && offset !== undefined) return { capturedAt: stated, capturedAtBasis: 'offset' };
  const unzoned = local === undefined ? undefined : toUtc(local);
  const gps = gpsTime(exif);
  if (gps !== undefined && (unzoned === undefined || isLocalTimeOf(unzoned, gps))) {
    return { capturedAt: gps, capturedAtBasis: 'gps' };
  }
  return unzoned === undefined ? undefined : { capturedAt: unzoned, capturedAtBasis: 'assumed_utc' };
}

/** `2023:07:01 18:22:05` with `+02:00` or nothing; undefined for blank, zero or impossible dates. */
function toUtc(dateTime: string, offset = '+00:00'): string | undefined {
  const parts = /^(\d{4})[:/-](\d{2})[:/-](\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(dateTime);
  if (parts === null || !/^(?:Z|[+-]\d{2}:\d{2})$/.test(offset)) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

function gpsTime(exif: ExifRead): string | undefined {
  const date = text(exif.gpsDate);
  const time = exif.tags['GPSTimeStamp'];
  if (date === undefined || !Array.isArray(time)) return undefined;
  const clock = time.map((part: unknown) => String(Math.floor(Number(part))).padStart(2, '0')).join(':');
  return toUtc(`${date} ${clock}`);
}

/** A GPS clock explains a local time when the two differ by at most the widest UTC offset; else its fix is an old one. */
function isLocalTimeOf(local: string, gps: string): boolean {
  return Math.abs(Date.parse(local) - Date.parse(gps)) <= 14 * 3_600_000 + 60_000;
}

function coordinates(gps: ExifRead['gps']): { readonly lat: number; readonly lng: number } | undefined {
  if (gps === null) return undefined;
  const isOnEarth = Math.abs(gps.latitude) <= 90 && Math.abs(gps.longitude) <= 180;
  return isOnEarth ? { lat: gps.latitude, lng: gps.longitude } : undefined;
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const cleaned = value.replace(/\p{C}/gu, ' ').trim();
  return cleaned === '' ? undefined : cleaned.slice(0, 200);
}
