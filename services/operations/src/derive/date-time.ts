const pattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/iu;

/** Returns true for a date-time in the format of RFC 3339 whose day exists. */
export function isDateTime(text: string): boolean {
  const [, day] = pattern.exec(text) ?? [];
  if (day === undefined || Number.isNaN(toDate(text).getTime())) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Parses a text for which `isDateTime` is true. */
export function toDate(text: string): Date {
  return new Date(text.toUpperCase());
}

export function toDateOrNone(text: string | null | undefined): Date | undefined {
  return text === null || text === undefined ? undefined : toDate(text);
}

export function fromDateOrNull(date: Date | undefined): string | null {
  return date === undefined ? null : fromDate(date);
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const maxDays = 1_000;
const days = new Map<number, string>();
const minutes = Array.from(
  { length: 24 * 60 },
  (_, minute) => `${padded(minute / 60)}:${padded(minute % 60)}:`,
);
const seconds = Array.from({ length: 60 }, (_, second) => `${padded(second)}.`);
const milliseconds = Array.from({ length: 1_000 }, (_, millisecond) => `${padded(millisecond, 3)}Z`);

/**
 * Formats a date like `toISOString`. It is faster, because it joins cached parts: formatting times dominates the cost of long
 * lists.
 */
export function fromDate(date: Date): string {
  const timeMs = date.getTime();
  const day = Math.floor(timeMs / dayMs);
  const ofDayMs = timeMs - day * dayMs;
  const ofMinuteMs = ofDayMs % minuteMs;
  const minute = minutes[(ofDayMs - ofMinuteMs) / minuteMs] ?? '';
  const second = seconds[Math.floor(ofMinuteMs / 1_000)] ?? '';
  return `${days.get(day) ?? rememberDay(day, date)}${minute}${second}${milliseconds[ofMinuteMs % 1_000] ?? ''}`;
}

/** Throws RangeError for an invalid date. */
function rememberDay(day: number, date: Date): string {
  const text = date.toISOString().slice(0, -'00:00:00.000Z'.length);
  if (days.size >= maxDays) days.clear();
  days.set(day, text);
  return text;
}

function padded(value: number, digits = 2): string {
  return String(Math.floor(value)).padStart(digits, '0');
}
