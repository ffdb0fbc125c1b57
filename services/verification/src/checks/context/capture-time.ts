import type { ExifRead } from '@assay/media/exif/read-exif';
import type { ClaimFinding, JsonObject } from '../check.ts';
import { isUnsetClock, parseTime } from '../metadata/exif-contradictions.ts';
import { findModel } from '../metadata/device/known-models.ts';
import { claimedMoment } from './claimed-moment.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Where the camera does not say: clocks on earth are from 12 hours behind UTC to 14 hours ahead. */
const anyOffset = { least: -12, most: 14 } as const;

/** Years in which formats were published; a file of one was not written earlier, though it may show something earlier. */
const formatYears: Readonly<Record<string, readonly [name: string, year: number]>> = {
  'image/webp': ['WebP', 2010],
  'image/heic': ['HEIC', 2015],
  'image/avif': ['AVIF', 2019],
};

/** What the times of the camera, the age of its model and the age of the format come to for the claimed date or time. */
export function compareTime(
  claims: JsonObject,
  { exif, mimeType }: { readonly exif: ExifRead | null; readonly mimeType: string },
): ClaimFinding[] {
  const [day, year] = [claimedDay(claims), claimedYear(claims)];
  return [
    ...(exif === null || day === null ? [] : compareDay(day, exif)),
    ...(exif === null ? [] : compareInstant(claims, exif)),
    ...(exif === null || year === null ? [] : compareModelYear(claims, { exif, year })),
    ...(year === null ? [] : compareFormatYear(claims, { mimeType, year })),
  ];
}

function claimedDay({ claimed_date: date }: JsonObject): string | null {
  return typeof date === 'string' ? (/^\d{4}-\d\d-\d\d/.exec(date)?.[0] ?? null) : null;
}

/** The latest year that is claimed; null for none. */
export function claimedYear(claims: JsonObject): number | null {
  const moment = claimedMoment(claims);
  if (moment !== null) return new Date(moment.latest).getUTCFullYear();
  const day = claimedDay(claims);
  return day === null ? null : Number(day.slice(0, 4));
}

/** The keys of the claims that say when. */
export function timeKeys(claims: JsonObject): readonly string[] {
  return ['claimed_date', 'claimed_datetime'].filter((key) => claims[key] !== undefined);
}

/** A day of tolerance, because cameras record local time. */
function compareDay(day: string, exif: ExifRead): ClaimFinding[] {
  const recorded = parseTime(exif.dateTimeOriginal);
  if (recorded === null) return [];
  const recordedDay = new Date(recorded).toISOString().slice(0, 10);
  const distance = Math.abs(Date.parse(day) - Date.parse(recordedDay));
  if (!Number.isFinite(distance)) return [];
  const statement = `claimed date ${day}, recorded ${recordedDay}`;
  return [{ keys: ['claimed_date'], bearing: bearingOf(distance <= dayMs, recorded), statement }];
}

/** A camera whose clock was never set contradicts nobody. */
function bearingOf(agrees: boolean, recorded: number): ClaimFinding['bearing'] {
  if (agrees) return 'supports';
  return isUnsetClock(recorded) ? 'notes' : 'contradicts';
}

function compareInstant(claims: JsonObject, exif: ExifRead): ClaimFinding[] {
  const [moment, recorded] = [claimedMoment(claims), parseTime(exif.dateTimeOriginal)];
  if (moment === null || recorded === null) return [];
  const offset = offsetOf(exif);
  const { least, most } = offset === null ? anyOffset : { least: offset, most: offset };
  const [first, last] = [recorded - most * hourMs, recorded - least * hourMs];
  const gap = Math.max(0, first - moment.latest, moment.earliest - last);
  const keys = ['claimed_datetime'];
  const said = `the camera recorded ${exif.dateTimeOriginal ?? ''}${offset === null ? ' without a time zone' : ` at ${exif.offsetTimeOriginal ?? ''}`}`;
  if (gap <= hourMs)
    return [{ keys, bearing: 'supports', statement: `${said}, which fits the claimed time` }];
  const statement = `${said}, at least ${inWords(gap)} from the claimed time`;
  return [{ keys, bearing: gap > dayMs ? bearingOf(false, recorded) : 'notes', statement }];
}

/** Hours ahead of UTC; null where the camera does not say. */
export function offsetOf({ offsetTimeOriginal }: Pick<ExifRead, 'offsetTimeOriginal'>): number | null {
  const parts = /^([+-])(\d\d):(\d\d)$/.exec(offsetTimeOriginal ?? '');
  if (parts === null) return null;
  const hours = Number(parts[2]) + Number(parts[3]) / 60;
  return parts[1] === '-' ? -hours : hours;
}

function inWords(ms: number): string {
  const hours = Math.round(ms / hourMs);
  return hours < 48 ? `${String(hours)} hours` : `${String(Math.round(hours / 24))} days`;
}

/** A year of grace: makers and reviewers have a model before it is announced. */
function compareModelYear(
  claims: JsonObject,
  { exif, year }: { readonly exif: ExifRead; readonly year: number },
): ClaimFinding[] {
  const known = findModel(exif.make, exif.model);
  if (known === null || year >= known.released - 1) return [];
  const statement = `the metadata name ${known.model}, a model of ${String(known.released)}, which there was not in ${String(year)}`;
  return [{ keys: timeKeys(claims), bearing: 'contradicts', statement }];
}

/** Who converts an old picture writes a new format, so that this says no more than that the file is not the first one. */
function compareFormatYear(
  claims: JsonObject,
  { mimeType, year }: { readonly mimeType: string; readonly year: number },
): ClaimFinding[] {
  const format = formatYears[mimeType];
  if (format === undefined || year >= format[1]) return [];
  const statement = `the file is ${format[0]}, a format of ${String(format[1])}: if the picture is from ${String(year)}, this is a later conversion of it`;
  return [{ keys: timeKeys(claims), bearing: 'notes', statement }];
}
