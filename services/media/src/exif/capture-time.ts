import type { ExifRead } from './read-exif.ts';
import type { IptcTime } from './iptc-texts.ts';
import { isClockOffset, parseLocalTime, parseOffset, toMilliseconds } from './local-time.ts';
import type { LocalTime } from './local-time.ts';
import type { XmpProperties } from './xmp-properties.ts';

/** The time at which an image was taken; in milliseconds since 1970. */
export interface CaptureTime {
  /** The clock of the camera, as if it were UTC; null where only a GPS receiver states a time. */
  readonly localMs: number | null;
  /** Null where no UTC offset is known. */
  readonly utcMs: number | null;
  /**
   * `offset`: EXIF states the UTC offset. `gps`: the offset follows from the GPS clock, which is UTC. `xmp`, `iptc`: read from there,
   * with its UTC offset. `assumed_utc`: only a local time is stated.
   */
  readonly basis: 'offset' | 'gps' | 'xmp' | 'iptc' | 'assumed_utc';
}

export interface TimeSources {
  readonly exif: ExifRead | null;
  readonly xmp: XmpProperties | null;
  readonly iptc: IptcTime | null;
}

/** Returns the time of EXIF, else of XMP, else of IPTC. Null when none of them states one. */
export function readCaptureTime({ exif, xmp, iptc }: TimeSources): CaptureTime | null {
  return (
    (exif && readExifTime(exif)) ??
    toCaptureTime(xmp && parseLocalTime(xmp.dateTimeOriginal ?? xmp.dateCreated), 'xmp') ??
    toCaptureTime(iptc && readIptcTime(iptc), 'iptc')
  );
}

function toCaptureTime(time: LocalTime | null, statedBy: 'offset' | 'xmp' | 'iptc'): CaptureTime | null {
  if (time === null) return null;
  const { ms: localMs, offsetMinutes } = time;
  if (offsetMinutes === null) return { localMs, utcMs: null, basis: 'assumed_utc' };
  return { localMs, utcMs: localMs - offsetMinutes * 60_000, basis: statedBy };
}

function readExifTime(exif: ExifRead): CaptureTime | null {
  const local = readCameraTime(exif);
  if (local !== null && local.offsetMinutes !== null) return toCaptureTime(local, 'offset');
  const gpsMs = readGpsTime(exif);
  if (gpsMs === null) return toCaptureTime(local, 'offset');
  if (local === null) return { localMs: null, utcMs: gpsMs, basis: 'gps' };
  const offsetMinutes = deriveOffset(local.ms, gpsMs);
  if (offsetMinutes === null) return toCaptureTime(local, 'offset');
  return { localMs: local.ms, utcMs: local.ms - offsetMinutes * 60_000, basis: 'gps' };
}

/** Returns the minutes that the camera was ahead of the GPS clock, whatever offset EXIF states. Null where no UTC offset fits. */
export function readGpsOffset(exif: ExifRead): number | null {
  const local = readCameraTime(exif);
  const gpsMs = readGpsTime(exif);
  return local === null || gpsMs === null ? null : deriveOffset(local.ms, gpsMs);
}

/** DateTimeOriginal, else DateTimeDigitized, each with its own offset: OffsetTime is that of ModifyDate (Exif 2.31, tag 0x9010). */
function readCameraTime(exif: ExifRead): LocalTime | null {
  const digitized = complete(exif.dateTimeDigitized, exif.offsetTimeDigitized, exif.subSecTimeDigitized);
  const original = complete(exif.dateTimeOriginal, exif.offsetTimeOriginal, exif.subSecTimeOriginal);
  if (original === null) return digitized;
  const isSameMoment = digitized === null || Math.abs(digitized.ms - original.ms) < 1_000;
  const digitizedOffset = digitized?.offsetMinutes ?? readOffset(exif.offsetTimeDigitized);
  return {
    ms: original.ms,
    offsetMinutes: original.offsetMinutes ?? (isSameMoment ? digitizedOffset : null),
  };
}

function readOffset(text: string | null): number | null {
  return text === null ? null : parseOffset(text);
}

function complete(text: string | null, offset: string | null, subSeconds: string | null): LocalTime | null {
  const time = parseLocalTime(text);
  if (time === null) return null;
  const digits = /^(\d+)/.exec(subSeconds ?? '')?.[1];
  return {
    ms: time.ms + (time.ms % 1_000 === 0 ? toMilliseconds(digits) : 0),
    offsetMinutes: time.offsetMinutes ?? readOffset(offset),
  };
}

function readGpsTime({ gpsDate, gpsTime }: ExifRead): number | null {
  if (gpsDate === null || gpsTime === null) return null;
  const [hour, minute, second] = gpsTime.map((part) => Math.floor(part).toString().padStart(2, '0'));
  return parseLocalTime(`${gpsDate} ${hour ?? ''}:${minute ?? ''}:${second ?? ''}`)?.ms ?? null;
}

const quarterHour = 15;
const toleranceMinutes = 1.5;

/**
 * Derives the offset of the camera from the GPS clock: a whole quarter of an hour, to about a minute. Returns null when the two clocks
 * differ by another amount, because then the position is of an earlier moment.
 */
function deriveOffset(localMs: number, gpsMs: number): number | null {
  const minutes = (localMs - gpsMs) / 60_000;
  const rounded = Math.round(minutes / quarterHour) * quarterHour;
  return isClockOffset(rounded) && Math.abs(minutes - rounded) <= toleranceMinutes ? rounded : null;
}

/** IPTC-IIM 4.2: a date `20230701` and a time `182205+0530`. */
function readIptcTime({ date, time }: IptcTime): LocalTime | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  const [, hour, minute, second, offset = ''] = /^(\d{2})(\d{2})(\d{2})([+-]\d{4})?$/.exec(time) ?? [];
  if (year === undefined || hour === undefined) return null;
  return parseLocalTime(
    `${year}-${month ?? ''}-${day ?? ''}T${hour}:${minute ?? ''}:${second ?? ''}${offset}`,
  );
}
