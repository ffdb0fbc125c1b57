import { parseLocalTime } from '../../exif/local-time.ts';

/** A time as a document states it. */
export interface StatedTime {
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** `offset`: stated with its UTC offset. `assumed_utc`: stated as a local time, given as if it were UTC. */
  readonly basis: 'offset' | 'assumed_utc';
}

const pdfDate =
  /^\s*(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*(?:(Z)|([+-])(\d{1,2})(?:'?(\d{2}))?)?/;
const isoDate = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](.*))?)?)?$/;

/**
 * Reads a date of a PDF (ISO 32000-2 section 7.9.4), such as `D:20260301140509+01'00'`, or one in ISO form, as some programs write it.
 * Returns undefined when it is none.
 */
export function parsePdfDate(value: unknown): StatedTime | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\s*(?:D:)?\d{4}-/.test(value)) return parseIsoDate(value.replace(/^\s*D:/, ''));
  const parts = pdfDate.exec(value);
  if (parts === null) return undefined;
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00'] = parts;
  const [utc = '', sign = '', offsetHours = '', offsetMinutes = '00'] = parts.slice(7);
  const offset = sign === '' ? utc : `${sign}${offsetHours}:${offsetMinutes}`;
  return toStatedTime(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
}

/** Reads a date in the profile of ISO 8601 that XMP and Office documents use. Returns undefined when it is none. */
export function parseIsoDate(value: unknown): StatedTime | undefined {
  const parts = typeof value === 'string' ? isoDate.exec(value.trim()) : null;
  if (parts === null) return undefined;
  const [, year = '', month = '01', day = '01', clock = '00:00:00'] = parts;
  return toStatedTime(`${year}-${month}-${day}T${clock}`);
}

function toStatedTime(text: string): StatedTime | undefined {
  const time = parseLocalTime(text);
  if (time === null) return undefined;
  const { ms, offsetMinutes } = time;
  const utcMs = Math.floor(ms / 1_000) * 1_000 - (offsetMinutes ?? 0) * 60_000;
  return { time: new Date(utcMs).toISOString(), basis: offsetMinutes === null ? 'assumed_utc' : 'offset' };
}
