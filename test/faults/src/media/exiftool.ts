import { spawnSync } from 'node:child_process';
import { hasProgram } from './has-program.ts';

/** What ExifTool reads of a photograph, in the terms of the contract. */
export interface ByExiftool {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly orientation: number;
  readonly captureDevice: string | undefined;
  readonly capturedAt: string | undefined;
  readonly capturedAtBasis: 'offset' | 'gps' | 'assumed_utc' | undefined;
  readonly gpsCoordinates: { readonly lat: number; readonly lng: number } | undefined;
}

type Tags = Readonly<Record<string, string | number | undefined>>;

export const hasExiftool = hasProgram('exiftool', '-ver');

const exifTags = [
  'Make',
  'Model',
  'DateTimeOriginal',
  'CreateDate',
  'OffsetTimeOriginal',
  'OffsetTimeDigitized',
  'SubSecTimeOriginal',
  'Orientation',
];
const composites = ['GPSLatitude', 'GPSLongitude', 'GPSDateTime'];

/** What ExifTool says of files, by their paths. */
export function readByExiftool(paths: readonly string[]): ReadonlyMap<string, ByExiftool> {
  const sizes = ['-ImageWidth', '-ImageHeight'];
  const asked = [
    ...sizes,
    ...exifTags.map((tag) => `-EXIF:${tag}`),
    ...composites.map((tag) => `-Composite:${tag}`),
  ];
  const { stdout: output } = spawnSync('exiftool', ['-json', '-n', '-charset', 'utf8', ...asked, ...paths], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  // With these options ExifTool prints one object a file.
  const all = JSON.parse(output) as readonly (Tags & { readonly SourceFile: string })[];
  return new Map(all.map((tags) => [tags.SourceFile, inOurTerms(tags)]));
}

function inOurTerms(tags: Tags): ByExiftool {
  const { GPSLatitude: lat, GPSLongitude: lng } = tags;
  const size = (name: string): number | undefined =>
    typeof tags[name] === 'number' ? tags[name] : undefined;
  return {
    width: size('ImageWidth'),
    height: size('ImageHeight'),
    orientation: typeof tags['Orientation'] === 'number' ? tags['Orientation'] : 1,
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
  const subSeconds = text(tags['SubSecTimeOriginal']);
  const local = text(tags['DateTimeOriginal']) ?? text(tags['CreateDate']);
  const offset = text(tags['OffsetTimeOriginal']) ?? text(tags['OffsetTimeDigitized']);
  const stated = offset === undefined ? undefined : instant(local, offset, subSeconds);
  if (stated !== undefined) return { capturedAt: stated, capturedAtBasis: 'offset' };
  const assumed = instant(local, 'Z', subSeconds);
  const byGps = instant(text(tags['GPSDateTime']), 'Z');
  if (byGps !== undefined && assumed === undefined) return { capturedAt: byGps, capturedAtBasis: 'gps' };
  if (byGps !== undefined && assumed !== undefined) {
    // The clocks differ by a whole quarter of an hour, to about a minute, where the fix is of the moment of the picture.
    const minutes = (Date.parse(assumed) - Date.parse(byGps)) / 60_000;
    const zone = Math.round(minutes / 15) * 15;
    if (Math.abs(minutes - zone) <= 1.5 && zone >= -720 && zone <= 840) {
      const capturedAt = new Date(Date.parse(assumed) - zone * 60_000).toISOString();
      return { capturedAt, capturedAtBasis: 'gps' };
    }
  }
  return { capturedAt: assumed, capturedAtBasis: assumed === undefined ? undefined : 'assumed_utc' };
}

/** Of `2008:10:22 16:28:39`; undefined for what is no time. */
function instant(time: string | undefined, offset: string, subSeconds = '0'): string | undefined {
  const [, date, clock] = /^(\d{4}:\d{2}:\d{2}) (\d{2}:\d{2}:\d{2})/u.exec(time ?? '') ?? [];
  if (date === undefined || clock === undefined) return undefined;
  const parsed = new Date(
    `${date.replaceAll(':', '-')}T${clock}.${subSeconds.slice(0, 3).padEnd(3, '0')}${offset}`,
  );
  return Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
}

function text(value: string | number | undefined): string | undefined {
  const shown = value === undefined ? '' : String(value).trim();
  return shown === '' ? undefined : shown;
}
