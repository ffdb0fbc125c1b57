import type { CaptureFacts } from '@assay/media/exif/capture-facts';
import type { CaptureTime } from '@assay/media/exif/capture-time';
import type { ClaimFinding, JsonObject } from '../check/check.ts';
import { isUnsetClock } from '../metadata/exif/exif-contradictions.ts';
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
  { facts, mimeType }: { readonly facts: CaptureFacts | null; readonly mimeType: string },
): ClaimFinding[] {
  const day = claimedDay(claims);
  const year = claimedYear(claims);
  const time = facts?.time ?? null;
  return [
    ...(time === null || day === null ? [] : compareDay(day, time)),
    ...(time === null ? [] : compareInstant(claims, time)),
    ...(facts === null || year === null ? [] : compareModelYear(claims, { facts, year })),
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
function compareDay(day: string, time: CaptureTime): ClaimFinding[] {
  const recorded = time.localMs ?? time.utcMs;
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

function compareInstant(claims: JsonObject, time: CaptureTime): ClaimFinding[] {
  const moment = claimedMoment(claims);
  const recorded = time.utcMs ?? time.localMs;
  if (moment === null || recorded === null) return [];
  const { least, most } = time.utcMs === null ? anyOffset : { least: 0, most: 0 };
  const first = recorded - most * hourMs;
  const last = recorded - least * hourMs;
  const gap = Math.max(0, first - moment.latest, moment.earliest - last);
  const keys = ['claimed_datetime'];
  const said = `the camera recorded ${describeTime(time)}`;
  if (gap <= hourMs)
    return [{ keys, bearing: 'supports', statement: `${said}, which fits the claimed time` }];
  const statement = `${said}, at least ${inWords(gap)} from the claimed time`;
  return [{ keys, bearing: gap > dayMs ? bearingOf(false, time.localMs ?? recorded) : 'notes', statement }];
}

/** Hours by which the clock of the camera was ahead of UTC; null where the metadata do not say. */
export function readClockOffset({ time }: Pick<CaptureFacts, 'time'>): number | null {
  if (time?.localMs == null || time.utcMs === null) return null;
  return (time.localMs - time.utcMs) / hourMs;
}

/** Such as `2024-05-01 12:30:00 +02:00`. */
function describeTime(time: CaptureTime): string {
  const offset = readClockOffset({ time });
  const shown = new Date(time.localMs ?? time.utcMs ?? 0).toISOString().slice(0, 19).replace('T', ' ');
  if (offset === null) return time.utcMs === null ? `${shown} without a time zone` : `${shown} UTC`;
  const minutes = Math.round(Math.abs(offset) * 60);
  const clock = [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${shown} ${offset < 0 ? '-' : '+'}${clock}`;
}

function inWords(ms: number): string {
  const hours = Math.round(ms / hourMs);
  return hours < 48 ? `${String(hours)} hours` : `${String(Math.round(hours / 24))} days`;
}

/** A year of grace: makers and reviewers have a model before it is announced. */
function compareModelYear(
  claims: JsonObject,
  { facts, year }: { readonly facts: CaptureFacts; readonly year: number },
): ClaimFinding[] {
  const known = findModel(facts.make, facts.model);
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
