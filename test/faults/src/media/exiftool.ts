import { execFileSync } from 'node:child_process';

/** What ExifTool reads of a photograph, in the terms of the contract. */
export interface ByExiftool {
  readonly captureDevice: string | undefined;
  readonly capturedAt: string | undefined;
  readonly capturedAtBasis: 'offset' | 'gps' | 'assumed_utc' | undefined;
  readonly gpsCoordinates: { readonly lat: number; readonly lng: number } | undefined;
}

type Tags = Readonly<Record<string, string | number | undefined>>;

/** Whether ExifTool is installed. */
export const hasExiftool = ((): boolean => {
  try {
    return execFileSync('exiftool', ['-ver'], { encoding: 'latin1' }) !== '';
  } catch {
    return false;
  }
})();

const exifTags = [
  'Make',
  'Model',
  'DateTimeOriginal',
  'CreateDate',
  'OffsetTimeOriginal',
  'OffsetTimeDigitized',
  'OffsetTime',
];
const composites = ['GPSLatitude', 'GPSLongitude', 'GPSDateTime'];

/** What ExifTool says of files, by their paths. */
export function readByExiftool(paths: readonly string[]): ReadonlyMap<string, ByExiftool> {
  const asked = [...exifTags.map((tag) => `-EXIF:${tag}`), ...composites.map((tag) => `-Composite:${tag}`)];
  const output = execFileSync('exiftool', ['-json', '-n', '-charset', 'utf8', ...asked, ...paths], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  // With these options ExifTool prints one object a file.
  const all = JSON.parse(output) as readonly (Tags & { readonly SourceFile: string })[];
  return new Map(all.map((tags) => [tags.SourceFile, inOurTerms(tags)]));
}

function inOurTerms(tags: Tags): ByExiftool {
  const { GPSLatitude: lat, GPSLongitude: lng } = tags;
  return {
    captureDevice: device(text(tags['Make']), text(tags['Model'])),
    ...captureTime(tags),
    gpsCoordinates: typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined,
  };
}

/** Make and model, the make once: many cameras repeat it in the model. */
function device(make: string | undefined, model: string | undefined): string | undefined {
  const [brand = ''] = make?.split(/\s+/u) ?? [];
  const repeats = model?.toLowerCase().startsWith(brand.toLowerCase()) === true;
  return (repeats ? [model] : [make, model]).filter((part) => part !== undefined).join(' ') || undefined;
}

function captureTime(tags: Tags): Pick<ByExiftool, 'capturedAt' | 'capturedAtBasis'> {
  const local = text(tags['DateTimeOriginal']) ?? text(tags['CreateDate']);
  const offset =
    text(tags['OffsetTimeOriginal']) ?? text(tags['OffsetTimeDigitized']) ?? text(tags['OffsetTime']);
  const stated = offset === undefined ? undefined : instant(local, offset);
  if (stated !== undefined) return { capturedAt: stated, capturedAtBasis: 'offset' };
  const assumed = instant(local, 'Z');
  const byGps = instant(text(tags['GPSDateTime']), 'Z');
  // A fix of another day says nothing of when the picture was taken.
  const isOfThatDay =
    byGps !== undefined &&
    (assumed === undefined || Math.abs(Date.parse(assumed) - Date.parse(byGps)) <= 14 * 3_600_000 + 60_000);
  if (isOfThatDay) return { capturedAt: byGps, capturedAtBasis: 'gps' };
  return { capturedAt: assumed, capturedAtBasis: assumed === undefined ? undefined : 'assumed_utc' };
}

/** Of `2008:10:22 16:28:39`, to the second; undefined for what is no time. */
function instant(time: string | undefined, offset: string): string | undefined {
  const [, date, clock] = /^(\d{4}:\d{2}:\d{2}) (\d{2}:\d{2}:\d{2})/u.exec(time ?? '') ?? [];
  if (date === undefined || clock === undefined) return undefined;
  const parsed = new Date(`${date.replaceAll(':', '-')}T${clock}${offset}`);
  return Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
}

function text(value: string | number | undefined): string | undefined {
  const shown = value === undefined ? '' : String(value).trim();
  return shown === '' ? undefined : shown;
}
