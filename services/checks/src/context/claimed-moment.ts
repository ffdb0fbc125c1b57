import type { JsonObject } from '../check/check.ts';

/** A span of time in which a claimed moment lies, in milliseconds since 1970. */
export interface ClaimedMoment {
  readonly earliest: number;
  readonly latest: number;
  /** How the time zone was found, in plain words. */
  readonly zone: string;
}

const hourMs = 3_600_000;
/**
 * What clocks show minus what the longitude alone would give, in hours, at least and at most: the west of China keeps the time of
 * its east, Spain that of Berlin, with an hour for summer. Near the date line whole days are added, so nothing is said there.
 */
export const clockAhead = { least: -2, most: 3.5 } as const;
const dateLineFrom = 150;

/** The claimed moment; null where none is claimed or nothing tells the zone of a time that has none. */
export function claimedMoment(claims: JsonObject): ClaimedMoment | null {
  const text = claims['claimed_datetime'];
  if (typeof text !== 'string') return null;
  const isExact = /(?:z|[+-]\d\d:?\d\d)$/i.test(text);
  const local = Date.parse(isExact ? text : `${text}Z`);
  if (Number.isNaN(local)) return null;
  if (isExact) return { earliest: local, latest: local, zone: 'as the claim gives it' };
  const zone = claims['timezone'];
  if (typeof zone === 'string') {
    const instant = instantIn(zone, local);
    if (instant !== null) return { earliest: instant, latest: instant, zone: `of ${zone}` };
  }
  const hours = offsetsAt(claims['claimed_location_lng']);
  if (hours === null) return null;
  return {
    earliest: local - hours.most * hourMs,
    latest: local - hours.least * hourMs,
    zone: 'not claimed: by the longitude it is known to within hours',
  };
}

/** Between which offsets to UTC the clocks at a longitude can be, in hours; null near the date line and for no longitude. */
export function offsetsAt(longitude: unknown): { readonly least: number; readonly most: number } | null {
  if (typeof longitude !== 'number' || Math.abs(longitude) > dateLineFrom) return null;
  return { least: longitude / 15 + clockAhead.least, most: longitude / 15 + clockAhead.most };
}

/** The offset to UTC of an IANA time zone at an instant, in hours; null for a zone there is not. */
export function offsetIn(timeZone: string, instant: number): number | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const parts = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name);
    if (parts === null) return null;
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = parts;
    const offset = Number(hours) + Number(minutes) / 60 + Number(seconds) / 3_600;
    return sign === '-' ? -offset : offset;
  } catch {
    return null;
  }
}

/** Writes an offset to UTC, such as `+5.5 h`. */
export function inHours(offset: number): string {
  return `${offset < 0 ? '−' : '+'}${String(Math.abs(offset))} h`;
}

/** A local time as if it were UTC, in the zone; of two instants with the same local time the earlier offset counts. */
function instantIn(timeZone: string, local: number): number | null {
  const first = offsetIn(timeZone, local);
  if (first === null) return null;
  const second = offsetIn(timeZone, local - first * hourMs) ?? first;
  return local - second * hourMs;
}
