import { readRecordFormat } from '../records/record-format.ts';
import type { RecordFormat } from '../records/record-format.ts';
import { decodeEscapes } from './decode-escapes.ts';
import { findCards } from './find-cards.ts';
import { findEmails } from './find-emails.ts';
import { findIbans } from './find-ibans.ts';
import { findIpAddresses } from './find-ip-addresses.ts';
import { findLinkCredentials } from './find-link-credentials.ts';
import { findPhones } from './find-phones.ts';
import type { PersonalData } from './placeholders.ts';
import { createSearchText } from './search-text.ts';

/**
 * Finds personal data in a text, in the order of the text and without overlaps. Where values overlap, the kind whose form is the most certain
 * takes precedence: a password before an address, an account number before a telephone number.
 * @param language ISO 639-1, for telephone numbers without country code; null if unknown
 * @param records the format of the whole text that `text` is a piece of; null if it has no records
 */
export function findPersonalData(
  text: string,
  language: string | null,
  records: RecordFormat | null = readRecordFormat(text),
): readonly PersonalData[] {
  const decoded = records?.kind === 'json' ? decodeEscapes(text) : undefined;
  const search = createSearchText(decoded?.text ?? text, { language, layout: records?.layout ?? null });
  const found: PersonalData[] = [];
  const finders = [findLinkCredentials, findEmails, findIbans, findCards, findIpAddresses, findPhones];
  for (const find of finders) addApart(found, find(search));
  const sorted = found.toSorted((one, other) => one.start - other.start);
  if (decoded === undefined) return sorted;
  return sorted.map((one) => ({
    ...one,
    start: decoded.toOriginal(one.start),
    end: decoded.toOriginal(one.end),
    ...(isJsonNumber(decoded.text, one) ? { isJsonNumber: true } : {}),
  }));
}

/** Returns true for a number without quotation marks, which is the whole value of a field or an element. */
function isJsonNumber(text: string, { start, end }: PersonalData): boolean {
  if (!/^[1-9]\d*$/u.test(text.slice(start, end))) return false;
  return (
    /(?:^|[:,[\n])\s{0,20}$/u.test(text.slice(Math.max(0, start - 21), start)) &&
    /^\s{0,20}(?:[,\]}\n]|$)/u.test(text.slice(end, end + 21))
  );
}

/** Adds the values that overlap none of those found before. */
function addApart(found: PersonalData[], added: readonly PersonalData[]): void {
  const known = found.toSorted((one, other) => one.start - other.start);
  let at = 0;
  let end = 0;
  for (const one of added.toSorted((a, b) => a.start - b.start)) {
    while (at < known.length && (known[at]?.end ?? 0) <= one.start) at += 1;
    const next = known[at];
    if (one.start < end || (next !== undefined && next.start < one.end)) continue;
    found.push(one);
    end = one.end;
  }
}
