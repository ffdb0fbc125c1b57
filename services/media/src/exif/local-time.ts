/** A time as a camera or a program writes it. */
export interface LocalTime {
  /** Milliseconds since 1970, as if the local time were UTC. */
  readonly ms: number;
  /** Minutes ahead of UTC; null where it is not stated. */
  readonly offsetMinutes: number | null;
}

const pattern =
  /^(\d{4})[-:/.](\d{1,2})[-:/.](\d{1,2})[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:\s*(Z|[+-][\d:]+))?$/i;

/**
 * Reads a time as EXIF (`2023:07:01 18:22:05`) or XMP (`2023-07-01T18:22:05.25+05:30`) writes it. Returns null for a blank,
 * malformed or impossible one, such as 30 February or year 0.
 */
export function parseLocalTime(text: string | null): LocalTime | null {
  const parts = pattern.exec((text ?? '').trim());
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDate = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isDate || hour > 23 || minute > 59 || second > 59) return null;
  const ms = date.setUTCHours(hour, minute, second, toMilliseconds(parts[7]));
  return { ms, offsetMinutes: parseOffset(parts[8] ?? null) };
}

/** Reads an offset such as `+05:30`, `+0530`, `-3` or `Z`, in minutes. Returns null for one that no clock on earth has. */
export function parseOffset(text: string | null): number | null {
  if (text?.trim().toUpperCase() === 'Z') return 0;
  const parts = /^\s*([+-])(\d{1,2})(?::?(\d{2}))?(?::?\d{2})?\s*$/.exec(text ?? '');
  if (parts === null) return null;
  const minutes = (Number(parts[2]) * 60 + Number(parts[3] ?? 0)) * (parts[1] === '-' ? -1 : 1);
  return isClockOffset(minutes) ? minutes : null;
}

/** Returns true for minutes that a clock on earth is ahead of UTC. */
export function isClockOffset(minutes: number): boolean {
  return minutes >= -12 * 60 && minutes <= 14 * 60;
}

/** Reads the digits behind the decimal point of a second. */
export function toMilliseconds(digits: string | undefined): number {
  return Math.floor(Number(`0.${digits ?? '0'}`) * 1_000);
}
