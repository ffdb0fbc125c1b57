const maxLength = 500;

/** A property as it can be shown: one line without control characters, cut when long; undefined when nothing is left. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const cleaned = value
    .slice(0, 4 * maxLength)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return cleaned === '' ? undefined : cleaned.slice(0, maxLength).toWellFormed();
}
