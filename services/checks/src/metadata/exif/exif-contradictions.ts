import { parseLocalTime } from '@assay/media/exif/local-time';
import type { ExifRead } from '@assay/media/exif/read-exif';

/** Year in which a version of the Exif standard was published (JEITA/CIPA). */
export const exifVersionYears: ReadonlyMap<string, number> = new Map([
  ['0220', 2002],
  ['0221', 2003],
  ['0230', 2010],
  ['0231', 2016],
  ['0232', 2019],
  ['0300', 2023],
]);

const dayMs = 86_400_000;
/** Time zones span 26 hours. */
const zoneSpanMs = 26 * 3_600_000;

/** Statements of the metadata that exclude each other, in plain words; empty for an ordinary file. */
export function findContradictions(exif: ExifRead): string[] {
  const taken = parseTime(exif.dateTimeOriginal);
  return [
    ...versionBeforeItsTime(exif, taken),
    ...satelliteDate(exif, taken),
    ...modifiedBeforeTaken(exif, taken),
    ...impossibleOptics(exif),
  ];
}

function versionBeforeItsTime(exif: ExifRead, taken: number | null): string[] {
  const published = exif.exifVersion === null ? undefined : exifVersionYears.get(exif.exifVersion);
  if (published === undefined || taken === null || isUnsetClock(taken)) return [];
  const year = new Date(taken).getUTCFullYear();
  if (year >= published - 1) return [];
  return [`taken in ${String(year)} but written to a standard of ${String(published)}`];
}

/** GPS writes UTC and the camera local time, and a camera in travel keeps the time of home. */
function satelliteDate(exif: ExifRead, taken: number | null): string[] {
  const satellite = parseTime(exif.gpsDate === null ? null : `${exif.gpsDate} 12:00:00`);
  if (satellite === null || taken === null || isUnsetClock(taken)) return [];
  if (Math.abs(satellite - taken) <= dayMs + zoneSpanMs) return [];
  return [`taken on ${exif.dateTimeOriginal ?? ''} but located by satellite on ${exif.gpsDate ?? ''}`];
}

function modifiedBeforeTaken(exif: ExifRead, taken: number | null): string[] {
  const modified = parseTime(exif.modifyDate);
  if (modified === null || taken === null || isUnsetClock(modified) || taken - modified <= dayMs) return [];
  return [`modified on ${exif.modifyDate ?? ''}, before it was taken on ${exif.dateTimeOriginal ?? ''}`];
}

function impossibleOptics(exif: ExifRead): string[] {
  const impossible: string[] = [];
  if (exif.exposureTime !== null && exif.exposureTime < 0) impossible.push('a negative exposure time');
  if (exif.fNumber !== null && exif.fNumber < 0) impossible.push('a negative aperture');
  if (exif.focalLength !== null && (exif.focalLength < 0 || exif.focalLength > 20_000)) {
    impossible.push(`a focal length of ${String(exif.focalLength)} mm`);
  }
  return impossible;
}

/** `2024:05:01 12:30:00` as if it were UTC, in milliseconds; null when it is no time. */
function parseTime(text: string | null): number | null {
  return parseLocalTime(text)?.ms ?? null;
}

/** A battery change sets many clocks to the first days of a year, and before 1995 there was no camera to write Exif. */
export function isUnsetClock(time: number): boolean {
  const date = new Date(time);
  return date.getUTCFullYear() < 1995 || (date.getUTCMonth() === 0 && date.getUTCDate() === 1);
}
