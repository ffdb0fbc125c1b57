import exifr from 'exifr';

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

/**
 * Reads the values of an EXIF block. Malformed values are left out.
 * @param tiff the block as a TIFF stream, without `Exif\0\0`
 */
export async function readExifValues(tiff: Uint8Array): Promise<ExifValues> {
  const tags = await parseTags(tiff);
  const captureDevice = deviceName(text(tags['Make']), text(tags['Model']));
  const captured = captureTime(tags);
  const gpsCoordinates = coordinates(tags['latitude'], tags['longitude']);
  return {
    ...(captureDevice === undefined ? {} : { captureDevice }),
    ...(captured ?? {}),
    ...(gpsCoordinates === undefined ? {} : { gpsCoordinates }),
  };
}

type Tags = Readonly<Record<string, unknown>>;

async function parseTags(tiff: Uint8Array): Promise<Tags> {
  try {
    // Dates stay text: the library would read them in the time zone of this process.
    const options = {
      tiff: true,
      ifd0: {},
      exif: true,
      gps: true,
      reviveValues: false,
      translateValues: false,
    };
    const tags: unknown = await exifr.parse(Buffer.from(tiff), options);
    return typeof tags === 'object' && tags !== null ? (tags as Tags) : {};
  } catch {
    // A damaged block beside an intact picture is common; it is then a picture whose EXIF says nothing.
    return {};
  }
}

function deviceName(make: string | undefined, model: string | undefined): string | undefined {
  if (make === undefined || model === undefined) return model ?? make;
  const [brand = make] = make.split(/\s+/, 1);
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${make} ${model}`;
}

function captureTime(tags: Tags): Pick<ExifValues, 'capturedAt' | 'capturedAtBasis'> | undefined {
  const local = text(tags['DateTimeOriginal']) ?? text(tags['CreateDate']);
  const offset =
    text(tags['OffsetTimeOriginal']) ?? text(tags['OffsetTimeDigitized']) ?? text(tags['OffsetTime']);
  const stated = local === undefined ? undefined : toUtc(local, offset);
  if (stated !== undefined && offset !== undefined) return { capturedAt: stated, capturedAtBasis: 'offset' };
  const gps = gpsTime(tags);
  if (gps !== undefined && (stated === undefined || isLocalTimeOf(stated, gps))) {
    return { capturedAt: gps, capturedAtBasis: 'gps' };
  }
  return stated === undefined ? undefined : { capturedAt: stated, capturedAtBasis: 'assumed_utc' };
}

/** `2023:07:01 18:22:05` with `+02:00` or nothing; undefined for blank, zero or impossible dates. */
function toUtc(dateTime: string, offset = '+00:00'): string | undefined {
  const parts = /^(\d{4})[:/-](\d{2})[:/-](\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(dateTime);
  if (parts === null || !/^(?:Z|[+-]\d{2}:\d{2})$/.test(offset)) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

function gpsTime(tags: Tags): string | undefined {
  const date = text(tags['GPSDateStamp']);
  const time = tags['GPSTimeStamp'];
  if (date === undefined || !Array.isArray(time)) return undefined;
  const clock = time.map((part: unknown) => String(Math.floor(Number(part))).padStart(2, '0')).join(':');
  return toUtc(`${date} ${clock}`);
}

/** A GPS clock explains a local time when the two differ by at most the widest UTC offset; else its fix is an old one. */
function isLocalTimeOf(local: string, gps: string): boolean {
  return Math.abs(Date.parse(local) - Date.parse(gps)) <= 14 * 3_600_000 + 60_000;
}

function coordinates(lat: unknown, lng: unknown): { readonly lat: number; readonly lng: number } | undefined {
  if (typeof lat !== 'number' || typeof lng !== 'number') return undefined;
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isOnEarth ? { lat, lng } : undefined;
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const cleaned = value.replace(/\p{C}/gu, ' ').trim();
  return cleaned === '' ? undefined : cleaned.slice(0, 200);
}
