const pattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/iu;

/** Whether a text is a date-time as RFC 3339 writes it, of a day that exists. */
export function isDateTime(text: string): boolean {
  const [, day] = pattern.exec(text) ?? [];
  if (day === undefined || Number.isNaN(toDate(text).getTime())) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Of a text that `isDateTime`. */
export function toDate(text: string): Date {
  return new Date(text.toUpperCase());
}

export function toDateOrNone(text: string | null | undefined): Date | undefined {
  return text === null || text === undefined ? undefined : toDate(text);
}

export function fromDateOrNull(date: Date | undefined): string | null {
  return date?.toISOString() ?? null;
}
