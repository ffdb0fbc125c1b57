/**
 * Reads one coordinate of EXIF: degrees, minutes and seconds, with a reference that some programs write in lower case.
 * @param limit the largest number of degrees, 90 or 180
 */
export function readCoordinate(value: unknown, reference: unknown, limit: number): number | null {
  const parts = (Array.isArray(value) ? value : [value]).map(Number);
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts;
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3_600;
  return withSign(size, typeof reference === 'string' ? reference : '', limit);
}

/** Reads one coordinate of XMP: `33,52,30S`, `33,52.5S` or, as some programs write it, `-33.875`. */
export function parseCoordinate(text: string | null, limit: number): number | null {
  const trimmed = text?.trim() ?? '';
  const parts = /^(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?(?:,(\d+(?:\.\d+)?))?\s*([NSEW])$/i.exec(trimmed);
  if (parts !== null)
    return readCoordinate(
      parts.slice(1, 4).map((part: string | undefined) => part ?? 0),
      parts[4],
      limit,
    );
  const degrees = /^[+-]?\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Math.abs(degrees) <= limit ? degrees : null;
}

function withSign(size: number, reference: string, limit: number): number | null {
  const letter = reference.trim().charAt(0).toUpperCase();
  if (!(size <= limit) || letter === '' || !'NSEW'.includes(letter)) return null;
  return letter === 'S' || letter === 'W' ? -size : size;
}
