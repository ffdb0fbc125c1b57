/** A time as a document states it. */
export interface StatedTime {
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** `offset`: stated with its UTC offset. `assumed_utc`: stated as a local time, given as if it were UTC. */
  readonly basis: 'offset' | 'assumed_utc';
}

const pdfDate =
  /^\s*(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*(?:(Z)|([+-])(\d{2})(?:'?(\d{2}))?)?/;
const isoDate =
  /^\s*(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:(Z)|([+-])(\d{2}):(\d{2}))?)?)?)?\s*$/;

/** A date of a PDF (ISO 32000-2 §7.9.4), such as `D:20260301140509+01'00'`; undefined when it is none. */
export function parsePdfDate(value: unknown): StatedTime | undefined {
  return typeof value === 'string' ? toStatedTime(pdfDate.exec(value)) : undefined;
}

/** A date in the profile of ISO 8601 that XMP and Office documents use; undefined when it is none. */
export function parseIsoDate(value: unknown): StatedTime | undefined {
  return typeof value === 'string' ? toStatedTime(isoDate.exec(value)) : undefined;
}

function toStatedTime(parts: RegExpExecArray | null): StatedTime | undefined {
  if (parts === null) return undefined;
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00'] = parts;
  const [utc, sign, offsetHours = '', offsetMinutes = '00'] = parts.slice(7);
  const offset = sign === undefined ? 'Z' : `${sign}${offsetHours}:${offsetMinutes}`;
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  if (Number.isNaN(instant.getTime())) return undefined;
  const basis = utc === undefined && sign === undefined ? 'assumed_utc' : 'offset';
  return { time: instant.toISOString(), basis };
}
